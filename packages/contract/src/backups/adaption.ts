import { z } from 'zod';
import { backupPart } from './parts.ts';

/** An item that other hardware gets in another form, or not at all. */
export const adaption = z.object({
  part: backupPart,
  /** Label of the item: `Port P12`. */
  item: z.string(),
  outcome: z.enum(['adapted', 'skipped']),
  /** Sentence about the difference and its reason. */
  reason: z.string(),
});
export type Adaption = z.infer<typeof adaption>;
