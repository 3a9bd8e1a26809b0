import { z } from 'zod';

/**
 * VLANs and link aggregations of a device's ports, and VLANs of its SSIDs, as the applied configuration and the device's
 * settings set them.
 */
export const deviceVlans = z.object({
  deviceId: z.string(),
  ports: z.array(
    z.object({
      id: z.string(),
      /** VLANs whose frames leave the port untagged, and tagged. */
      untagged: z.array(z.number().int()),
      tagged: z.array(z.number().int()),
      /** Id of the link aggregation that the port belongs to. */
      aggregation: z.string().optional(),
    }),
  ),
  /** SSIDs that the device broadcasts, with the VLANs of their clients. */
  ssids: z.array(z.object({ name: z.string(), vlanId: z.number().int() })),
});
export type DeviceVlans = z.infer<typeof deviceVlans>;
