import { z } from 'zod';

/** VLANs of a device's ports and SSIDs, as the applied configuration and the device's settings set them. */
export const deviceVlans = z.object({
  deviceId: z.string(),
  ports: z.array(
    z.object({
      id: z.string(),
      /** VLANs whose frames leave the port untagged, and tagged. */
      untagged: z.array(z.number().int()),
      tagged: z.array(z.number().int()),
    }),
  ),
  /** SSIDs that the device broadcasts, with the VLANs of their clients. */
  ssids: z.array(z.object({ name: z.string(), vlanId: z.number().int() })),
});
export type DeviceVlans = z.infer<typeof deviceVlans>;
