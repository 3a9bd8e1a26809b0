import {
  checkWireless,
  findViolations,
  type NetworkConfig,
  type NetworkScope,
  type RuleViolation,
  type WifiPolicy,
  wifiPolicy,
} from '@northlight/contract';
import { mapToFields } from '../../item-errors.ts';
import { toField } from './policy-values.ts';
import { getWireless } from '../staged-wireless.ts';

/** Another policy that conflicts with this one. */
export interface ConflictingPolicy {
  readonly policyId: string;
  readonly name: string;
}

export interface PolicyProblems {
  /** Error message by form field. */
  readonly fields: Record<string, string>;
  /** Policies that the error messages name. */
  readonly others: readonly ConflictingPolicy[];
}

const PREFIX = 'wireless.policies.';

/**
 * Returns the errors of a policy and of its conflicts with other policies, from the same rules as on the
 * server.
 */
export function findPolicyProblems(
  next: WifiPolicy,
  config: NetworkConfig,
  scope: NetworkScope,
): PolicyProblems {
  const wireless = getWireless(config);
  // Checks the policy as the last of the list, so that a conflict is reported on this policy and not on the
  // other one.
  const others = wireless.policies.filter(({ id }) => id !== next.id);
  const own = `${PREFIX}${others.length}.`;
  const ofPolicy = ({ path, ...found }: RuleViolation): RuleViolation[] =>
    path === 'wireless.policies' || path.startsWith(own) ? [{ ...found, path: path.slice(own.length) }] : [];
  const found = findViolations(wifiPolicy, next, () =>
    checkWireless(
      { ...wireless, policies: [...others, next] },
      { ...scope.wireless, vlans: config.vlans },
    ).flatMap(ofPolicy),
  );
  const errors: Record<string, string> = {};
  const sides = new Map<string, ConflictingPolicy>();
  for (const { message, other, path } of found) {
    errors[path] ??= message;
    const side = others[Number(other?.slice(PREFIX.length).split('.')[0])];
    if (other?.startsWith(PREFIX) && side) sides.set(side.id, { policyId: side.id, name: side.name });
  }
  return { fields: mapToFields(errors, toField), others: [...sides.values()] };
}
