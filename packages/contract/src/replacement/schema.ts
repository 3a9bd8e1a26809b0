import { z } from 'zod';
import { adaption } from '../backups/index.ts';
import { deviceReplacement, newDevice } from '../devices/index.ts';
import { claimCode } from '../net/index.ts';

export const REPLACEMENT_TIMES = ['now', 'first-contact'] as const;

/** Serial number and claim code of the new hardware. */
export const newHardware = newDevice.omit({ name: true }).extend({
  /** Absent for hardware that waits in the caller's account: its cloud code or certificate is the proof. */
  claimCode: claimCode.optional(),
});
export type NewHardware = z.output<typeof newHardware>;

export const replacementOrder = newHardware.extend({
  /**
   * Time of the replacement: `now` unbinds the present hardware at once; with `first-contact` it stays in service until the
   * new hardware connects.
   */
  when: z.enum(REPLACEMENT_TIMES),
});
export type ReplacementOrder = z.output<typeof replacementOrder>;

export const replacementReview = z.object({
  model: z.string(),
  modelName: z.string(),
  /** True if the new hardware is connected and waits for a project. */
  isConnected: z.boolean(),
  /** True if the present hardware is online. */
  isPresentOnline: z.boolean(),
  /** Number of open tasks of jobs, which the new hardware takes over. */
  openTasks: z.number().int(),
  /** Items that the new hardware gets in another form, or not at all. */
  adaptions: z.array(adaption),
});
export type ReplacementReview = z.infer<typeof replacementReview>;

export const replacementAnswer = z.object({ replacement: deviceReplacement });
