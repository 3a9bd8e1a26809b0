import { type RuleViolation, createViolation } from '../../kit/violation.ts';
import { isFiveGhz, isOnDevice } from './policy-bands.ts';
import { formatPolicyPath, type WirelessRuleScope } from './rules-scope.ts';
import { MAX_CLIENTS_LIMIT, SHUTDOWN_LIMIT, type ShutdownPeriod, type WifiPolicy } from './schema.ts';
import { getSecretSlot } from './secrets.ts';
import { getCipherChoice, findCipherProblem, hasRawKey, isSae } from './security.ts';

type At = (field: string) => string;
export const ACCESS_THRESHOLD_MAX = -60;
export const ACCESS_THRESHOLD_MIN = -90;
export const RAW_KEY_WITH_SAE = 'WPA3-SAE needs a passphrase. 64 hex digits are a raw key.';

/** Checks the rules that concern a single policy. */
export function checkPolicy(policy: WifiPolicy, index: number, scope: WirelessRuleScope): RuleViolation[] {
  const at: At = (field) => formatPolicyPath(index, field);
  return [
    ...checkMaxClients(policy, at),
    ...checkShutdowns(policy.shutdowns, at),
    ...checkCiphers(policy, at),
    ...checkSecret(policy, at),
    ...checkSecondName(policy, at),
    ...checkNetwork(policy, at, scope),
    ...checkThreshold(policy, at, scope),
  ];
}

/** Checks that a policy allows 1 to 128 clients per radio (code 91). */
function checkMaxClients({ maxClients }: WifiPolicy, at: At): RuleViolation[] {
  return maxClients >= 1 && maxClients <= MAX_CLIENTS_LIMIT
    ? []
    : [
        createViolation(
          at('maxClients'),
          'maxClientsInvalid',
          `The maximum number of clients must be between 1 and ${MAX_CLIENTS_LIMIT}.`,
        ),
      ];
}

/**
 * Checks the shutdown periods (code 59): at most 4, each with a day, each ending after its start, without
 * overlaps.
 */
function checkShutdowns(periods: readonly ShutdownPeriod[], at: At): RuleViolation[] {
  const found: RuleViolation[] = [];
  const refuse = (field: string, message: string, other?: string) =>
    found.push(createViolation(at(field), 'radioTimeRule', message, other));
  if (periods.length > SHUTDOWN_LIMIT)
    refuse('shutdowns', `The limit of ${SHUTDOWN_LIMIT} shutdown periods is reached. Remove one first.`);
  for (const [index, period] of periods.entries()) {
    if (period.days.length === 0) refuse(`shutdowns.${index}.days`, 'Choose at least one day.');
    if (period.toMinute <= period.fromMinute)
      refuse(
        `shutdowns.${index}.toMinute`,
        'The end must be after the start. For a night, enter two periods: one until 24:00, one from 00:00.',
      );
    const earlier = periods.slice(0, index).findIndex((other) => doPeriodsOverlap(period, other));
    if (earlier >= 0)
      refuse(
        `shutdowns.${index}.fromMinute`,
        `Periods ${earlier + 1} and ${index + 1} overlap. Change one of them.`,
        at(`shutdowns.${earlier}.fromMinute`),
      );
  }
  return found;
}

export const doPeriodsOverlap = (one: ShutdownPeriod, other: ShutdownPeriod): boolean =>
  one.days.some((day) => other.days.includes(day)) &&
  one.fromMinute < other.toMinute &&
  other.fromMinute < one.toMinute;

/** Checks that the security mode allows the ciphers (code 414); WPA3 excludes TKIP. */
function checkCiphers({ security }: WifiPolicy, at: At): RuleViolation[] {
  if (security.mode === 'open') return [];
  const problem = findCipherProblem(security.mode, getCipherChoice(security.ciphers));
  return problem === undefined ? [] : [createViolation(at('security.ciphers'), 'wifiConflict', problem)];
}

/** Checks that a mode with a secret has one, entered or stored, and that SAE has no raw key (code 414). */
function checkSecret(policy: WifiPolicy, at: At): RuleViolation[] {
  const { security } = policy;
  const slot = getSecretSlot(policy);
  if (!slot) return [];
  const isRadius = 'radius' in security;
  const path = at(isRadius ? 'security.radius.secret' : 'security.key');
  if (slot.value === undefined && slot.id === undefined)
    return [
      createViolation(
        path,
        'invalidParameters',
        isRadius ? 'Enter the RADIUS password.' : 'Enter the password.',
      ),
    ];
  return isSae(security.mode) && hasRawKey(security)
    ? [createViolation(path, 'wifiConflict', RAW_KEY_WITH_SAE, at('security.mode'))]
    : [];
}

/** Checks that a policy with a second SSID has a band for each of the two (code 414). */
function checkSecondName({ bands, ssid5g }: WifiPolicy, at: At): RuleViolation[] {
  if (ssid5g === undefined || (bands.includes('2.4G') && bands.some(isFiveGhz))) return [];
  return [
    createViolation(
      at('ssid5g'),
      'wifiConflict',
      'A separate SSID for 5 GHz needs both 2.4 GHz and a 5 GHz band.',
      at('bands'),
    ),
  ];
}

/**
 * Checks that the gateway has the VLAN (VLAN 1 always exists) and that the policy does not combine it with
 * addresses from the access point (code 414).
 */
function checkNetwork(
  { dhcp, vlanId }: WifiPolicy,
  at: At,
  { hasGateway, vlans }: WirelessRuleScope,
): RuleViolation[] {
  if (vlanId === undefined) return [];
  const found: RuleViolation[] = [];
  if (hasGateway && vlanId !== 1 && !vlans.some(({ id }) => id === vlanId))
    found.push(
      createViolation(
        at('vlanId'),
        'wifiConflict',
        `The gateway has no VLAN ${vlanId}. Choose an existing VLAN.`,
        'vlans',
      ),
    );
  if (dhcp === 'ap')
    found.push(
      createViolation(
        at('dhcp'),
        'wifiConflict',
        `Addresses from the access point cannot be combined with VLAN ${vlanId}. Choose one of them.`,
        at('vlanId'),
      ),
    );
  return found;
}

/** Returns the lowest threshold that every device of the policy supports. */
export function getAccessThresholdMin(
  policy: Pick<WifiPolicy, 'devices'>,
  devices: WirelessRuleScope['devices'],
): number {
  const minima = devices
    .filter(({ id }) => isOnDevice(policy, id))
    .map((device) => device.accessThresholdMin ?? ACCESS_THRESHOLD_MIN);
  return minima.length === 0 ? ACCESS_THRESHOLD_MIN : Math.max(...minima);
}

function checkThreshold(policy: WifiPolicy, at: At, { devices }: WirelessRuleScope): RuleViolation[] {
  const { accessThresholdDbm: threshold } = policy;
  if (threshold === undefined) return [];
  const least = getAccessThresholdMin(policy, devices);
  return threshold >= least && threshold <= ACCESS_THRESHOLD_MAX
    ? []
    : [
        createViolation(
          at('accessThresholdDbm'),
          'invalidParameters',
          `The access threshold must be between ${least} and ${ACCESS_THRESHOLD_MAX} dBm.`,
        ),
      ];
}
