import { z } from 'zod';
import { networkConfig } from './schema.ts';

/** Parts of the project's network configuration that the server sends to a device. */
export const deliveryPart = z.enum(['gateway', 'vlans', 'wireless', 'bridge']);
export type DeliveryPart = z.infer<typeof deliveryPart>;

/**
 * State of the latest configuration on a device, from its own reports. `offline`: it is sent when the device
 * is online again. `failed`: the device refused it, rolled it back, or is managed locally. `differs`: the device runs another
 * configuration.
 */
export const deliveryState = z.enum(['confirmed', 'sending', 'offline', 'failed', 'differs']);
export type DeliveryState = z.infer<typeof deliveryState>;

export const deliveryDevice = z.object({
  id: z.string(),
  name: z.string(),
  parts: z.array(deliveryPart),
  state: deliveryState,
});
export type DeliveryDevice = z.infer<typeof deliveryDevice>;

/** Devices that use the project's network configuration, and whether they have confirmed it. */
export const networkDelivery = z.object({
  version: z.number().int().nonnegative(),
  devices: z.array(deliveryDevice),
  /**
   * The configuration before the first change that a device has not confirmed. An item that differs from it
   * is not on all devices yet. Absent when every device has confirmed every change.
   */
  before: networkConfig.optional(),
});
export type NetworkDelivery = z.infer<typeof networkDelivery>;
