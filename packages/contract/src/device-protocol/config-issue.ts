import { z } from 'zod';
import { foreignText as text } from '../net/index.ts';

/** A device's report about one path of a configuration that it could not apply unchanged. */
export const configIssue = z.object({
  /** Dotted path into the configuration: `vlans.2.ports`. */
  path: text(200),
  reason: text(300),
  /** Value that the device uses instead; present if it applied the rest of the configuration. */
  substitution: text(200).optional(),
});
export type ConfigIssue = z.infer<typeof configIssue>;
