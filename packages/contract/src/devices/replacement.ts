import { z } from 'zod';

/** New hardware that a device of a project gets, or has got. */
export const deviceReplacement = z.object({
  /** Serial number and model of the new hardware. */
  sn: z.string(),
  model: z.string(),
  modelName: z.string(),
  orderedAt: z.string(),
  orderedBy: z.string(),
  /** Time at which the new hardware took over; absent until its first contact. */
  replacedAt: z.string().optional(),
  /** Serial number of the hardware that was replaced; absent until then. */
  replacedSn: z.string().optional(),
  /** Reason why the new hardware could not take over at its last contact. */
  problem: z.string().optional(),
});
export type DeviceReplacement = z.infer<typeof deviceReplacement>;
