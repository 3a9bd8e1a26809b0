import { z } from 'zod';
import { scannedNetwork } from '../../device-protocol/commands.ts';

/** A Wi-Fi network of another site that devices of the project receive. */
export const foreignNetwork = scannedNetwork.extend({
  /** Signal at the device that receives the network best. */
  signalDbm: z.number(),
  /** True if the network has an SSID that radios of the project broadcast. */
  usesOwnSsid: z.boolean(),
  /** Devices that receive the network, strongest signal first. */
  receivers: z.array(z.object({ deviceId: z.string(), deviceName: z.string(), signalDbm: z.number() })),
  /** Time of the latest scan that found the network. */
  seenAt: z.string(),
});
export type ForeignNetwork = z.infer<typeof foreignNetwork>;
