import {
  checkWireless,
  faultsOf,
  type NetworkConfig,
  type NetworkScope,
  type RuleViolation,
  type WifiPolicy,
  wifiPolicy,
} from '@northlight/contract';
import { onFields } from '../item-errors.ts';
import { fieldOf } from './policy-values.ts';
import { wirelessOf } from './staged-wireless.ts';

/** Where the other side of a conflict stands. */
export interface OtherSide {
  readonly policyId: string;
  readonly name: string;
}

export interface PolicyProblems {
  /** Sentence by the field of the form. */
  readonly fields: Record<string, string>;
  /** Policies that the sentences speak of. */
  readonly others: readonly OtherSide[];
}

const PREFIX = 'wireless.policies.';

/** What is wrong with a policy, alone and among the others, in the words of the rules that the server holds it to. */
export function policyProblems(next: WifiPolicy, config: NetworkConfig, scope: NetworkScope): PolicyProblems {
  const wireless = wirelessOf(config);
  // Last in the list, every clash is reported on it and not on its neighbour.
  const others = wireless.policies.filter(({ id }) => id !== next.id);
  const own = `${PREFIX}${others.length}.`;
  const ofPolicy = ({ path, ...found }: RuleViolation): RuleViolation[] =>
    path === 'wireless.policies' || path.startsWith(own) ? [{ ...found, path: path.slice(own.length) }] : [];
  const found = faultsOf(wifiPolicy, next, () =>
    checkWireless(
      { ...wireless, policies: [...others, next] },
      { ...scope.wireless, vlans: config.vlans },
    ).flatMap(ofPolicy),
  );
  const errors: Record<string, string> = {};
  const sides = new Map<string, OtherSide>();
  for (const { message, other, path } of found) {
    errors[path] ??= message;
    const side = others[Number(other?.slice(PREFIX.length).split('.')[0])];
    if (other?.startsWith(PREFIX) && side) sides.set(side.id, { policyId: side.id, name: side.name });
  }
  return { fields: onFields(errors, fieldOf), others: [...sides.values()] };
}
