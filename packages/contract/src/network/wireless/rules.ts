import { type RuleViolation, createViolation } from '../../kit/violation.ts';
import { NET_MODES } from '../../projects/schema.ts';
import {
  checkBandsOfDevices,
  checkCount,
  checkDevicePolicies,
  checkGlobalPolicies,
  checkGuestPolicies,
  checkRadioClients,
  checkRadioRoom,
} from './rules-capacity.ts';
import { checkBandNames, checkPolicyNames, checkSsids } from './rules-names.ts';
import { checkPolicy } from './rules-policy.ts';
import { checkBlacklist, checkCountries, checkRadios } from './rules-radios.ts';
import { keepFirstOfEach, formatPolicyPath, type WirelessRuleScope } from './rules-scope.ts';
import type { WifiPolicy, WirelessConfig } from './schema.ts';

/** Checks all wireless rules of specification §5; returns every violation. */
export function checkWireless(config: WirelessConfig, scope: WirelessRuleScope): RuleViolation[] {
  return keepFirstOfEach([
    ...checkCount(config),
    ...checkPolicyNames(config),
    ...checkBandNames(config),
    ...checkSsids(config, scope),
    ...config.policies.flatMap((policy, index) => checkPolicy(policy, index, scope)),
    ...checkGuestVlans(config),
    ...checkGuestPolicies(config, scope),
    ...checkBandsOfDevices(config, scope),
    ...checkGlobalPolicies(config, scope),
    ...checkDevicePolicies(config, scope),
    ...checkRadioRoom(config, scope),
    ...checkRadioClients(config, scope),
    ...checkRadios(config, scope),
    ...checkCountries(config, scope),
    ...checkBlacklist(config),
  ]);
}

/**
 * Checks that guest policies share no VLAN with other policies (code 414), because guests would reach the
 * other clients over the wired network.
 */
function checkGuestVlans({ policies }: WirelessConfig): RuleViolation[] {
  return policies.flatMap((policy, index) => {
    const { guest, name, vlanId } = policy;
    if (vlanId === undefined) return [];
    const other = policies
      .slice(0, index)
      .findIndex((each) => each.vlanId === vlanId && each.guest !== guest);
    if (other < 0) return [];
    const names = [name, policies[other]?.name ?? ''];
    const [guests = '', rest = ''] = guest ? names : names.reverse();
    return [
      createViolation(
        formatPolicyPath(index, 'vlanId'),
        'wifiConflict',
        `Guests of “${guests}” would share VLAN ${vlanId} with “${rest}”, which is not a guest policy.`,
        formatPolicyPath(other, 'vlanId'),
      ),
    ];
  });
}

/** Part of a network document that changes when a VLAN is removed. */
export interface WirelessDocument {
  readonly vlans: readonly { readonly id: number }[];
  readonly wireless?: WirelessConfig | undefined;
}

/** Returns the policies whose clients are in the VLAN, including disabled ones. */
export const findWirelessUsers = (
  vlanId: number,
  { wireless }: Pick<WirelessDocument, 'wireless'>,
): WifiPolicy[] => (wireless?.policies ?? []).filter((policy) => policy.vlanId === vlanId);

/** Checks that a draft removes no items that must stay (codes 26, 92). */
export function checkRemovals(
  base: WirelessDocument,
  draft: WirelessDocument,
  { netMode }: Pick<WirelessRuleScope, 'netMode'>,
): RuleViolation[] {
  return [...checkRemovedVlans(base, draft), ...checkMeshPolicies(base, draft, netMode)];
}

function checkRemovedVlans(base: WirelessDocument, draft: WirelessDocument): RuleViolation[] {
  const left = new Set(draft.vlans.map(({ id }) => id));
  return base.vlans
    .filter(({ id }) => !left.has(id))
    .flatMap(({ id }) => {
      const [user] = findWirelessUsers(id, draft);
      if (!user) return [];
      const index = draft.wireless?.policies.indexOf(user) ?? 0;
      return [
        createViolation(
          'vlans',
          'wirelessInUse',
          `VLAN ${id} cannot be removed: the wireless policy “${user.name}” uses it.`,
          formatPolicyPath(index, 'vlanId'),
        ),
      ];
    });
}

function checkMeshPolicies(
  base: WirelessDocument,
  draft: WirelessDocument,
  netMode: number,
): RuleViolation[] {
  const enabled = ({ wireless }: WirelessDocument) =>
    (wireless?.policies ?? []).some(({ enabled }) => enabled);
  return netMode === NET_MODES.mesh && enabled(base) && !enabled(draft)
    ? [createViolation('wireless.policies', 'meshNeedsPolicy')]
    : [];
}
