import { z } from 'zod';

/** A way that would not work under a draft. */
export const brokenWay = z.object({
  kind: z.enum(['cloud', 'addresses', 'internet']),
  deviceId: z.string(),
  deviceName: z.string(),
  /** Of clients at a port. */
  vlanId: z.number().int().optional(),
  /** Of clients in the air. */
  ssid: z.string().optional(),
  why: z.string(),
  /** Works today; else it begins with the draft. */
  lost: z.boolean(),
});
export type BrokenWay = z.infer<typeof brokenWay>;
