import type { RuleViolation } from '../../kit/violation.ts';
import type { WirelessScope } from './schema.ts';

/** Facts against which a wireless configuration is checked: the scope and the VLANs of the same draft. */
export interface WirelessRuleScope extends WirelessScope {
  readonly vlans: readonly { readonly id: number }[];
}

export const formatPolicyPath = (index: number, field: string): string =>
  `wireless.policies.${index}.${field}`;

/** Keeps the first violation of each rule at each field. */
export function keepFirstOfEach(violations: readonly RuleViolation[]): RuleViolation[] {
  const seen = new Set<string>();
  return violations.filter(({ error, path }) => {
    const key = `${path} ${error}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

const NAMES_SHOWN = 3;

/**
 * Formats names for a sentence: `“Staff” and “Guests”`. A list of more than four names ends with the number
 * of the others.
 */
export const quoteNames = (names: readonly string[]): string => {
  const shown = names.length > NAMES_SHOWN + 1 ? names.slice(0, NAMES_SHOWN) : names;
  const rest = names.length - shown.length;
  const marked = [...shown.map((name) => `“${name}”`), ...(rest > 0 ? [`${rest} more`] : [])];
  const last = marked.pop() ?? '';
  return marked.length === 0 ? last : `${marked.join(', ')} and ${last}`;
};
