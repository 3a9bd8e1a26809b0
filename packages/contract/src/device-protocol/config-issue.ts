import { z } from 'zod';
import { storableText as text } from '../net/index.ts';

/** What a device says about one path of a configuration it could not take as it is. */
export const configIssue = z.object({
  /** Dotted path into the configuration: `vlans.2.ports`. */
  path: text(200),
  reason: text(300),
  /** What it uses instead, when it goes on without. */
  substitution: text(200).optional(),
});
export type ConfigIssue = z.infer<typeof configIssue>;
