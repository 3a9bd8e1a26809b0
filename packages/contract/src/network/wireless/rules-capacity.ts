import { formatBand, formatBands } from '../../kit/format-band.ts';
import type { Band } from '../../device-protocol/capabilities.ts';
import { type RuleViolation, createViolation } from '../../kit/violation.ts';
import { NET_MODES } from '../../projects/schema.ts';
import { listBandsOn, isOnDevice, listReachedBands } from './policy-bands.ts';
import { formatPolicyPath, quoteNames, type WirelessRuleScope } from './rules-scope.ts';
import {
  MAX_CLIENTS_LIMIT,
  POLICY_LIMIT,
  type WifiPolicy,
  type WirelessConfig,
  type WirelessDevice,
} from './schema.ts';

export const GLOBAL_POLICY_LIMIT = 7;
export const DEVICE_POLICY_LIMIT = 30;
export const SSIDS_PER_RADIO = 16;

type Numbered = readonly [policy: WifiPolicy, index: number];
const selectEnabledPolicies = ({ policies }: WirelessConfig): Numbered[] =>
  policies.map((policy, index) => [policy, index] as const).filter(([{ enabled }]) => enabled);

/** Limits the number of policies of a project (code 40). */
export const checkCount = ({ policies }: WirelessConfig): RuleViolation[] =>
  policies.length > POLICY_LIMIT ? [createViolation('wireless.policies', 'wirelessLimit')] : [];

/** Limits the number of policies that apply to all devices, including future ones (codes 2004, 2007). */
export function checkGlobalPolicies(
  config: WirelessConfig,
  { netMode }: Pick<WirelessRuleScope, 'netMode'>,
): RuleViolation[] {
  const error = netMode === NET_MODES.mesh ? 'meshGlobalPolicyLimit' : 'globalPolicyLimit';
  return selectEnabledPolicies(config)
    .filter(([{ devices }]) => devices === 'all')
    .slice(GLOBAL_POLICY_LIMIT)
    .map(([, index]) => createViolation(formatPolicyPath(index, 'devices'), error));
}

/** Limits the number of enabled policies of one device (codes 2005, 2008). */
export function checkDevicePolicies(
  config: WirelessConfig,
  { devices, netMode }: Pick<WirelessRuleScope, 'devices' | 'netMode'>,
): RuleViolation[] {
  const error = netMode === NET_MODES.mesh ? 'meshDevicePolicyLimit' : 'devicePolicyLimit';
  const enabled = selectEnabledPolicies(config);
  return devices.flatMap((device) =>
    enabled
      .filter(([policy]) => isOnDevice(policy, device.id))
      .slice(DEVICE_POLICY_LIMIT)
      .map(([, index]) =>
        createViolation(
          formatPolicyPath(index, 'devices'),
          error,
          `${device.name} supports at most ${DEVICE_POLICY_LIMIT} wireless policies. Remove it from another policy first.`,
        ),
      ),
  );
}

/**
 * Limits the number of guest policies (code 2006). Disabled policies count too, so that enabling one cannot
 * violate the rule.
 */
export function checkGuestPolicies(
  { policies }: WirelessConfig,
  { netMode }: Pick<WirelessRuleScope, 'netMode'>,
): RuleViolation[] {
  if (netMode !== NET_MODES.mesh) return [];
  const guests = policies.map((policy, index) => [policy, index] as const).filter(([{ guest }]) => guest);
  const [first, ...more] = guests;
  return more.map(([{ name }, index]) =>
    createViolation(
      formatPolicyPath(index, 'guest'),
      'guestPolicyLimit',
      `The limit of 1 guest policy in a mesh project is reached: “${first?.[0].name}” is one already. Change “${name}”.`,
      formatPolicyPath(first?.[1] ?? 0, 'guest'),
    ),
  );
}

/** Checks that each selected device has a radio for the policy (code 135). */
export function checkBandsOfDevices(
  { policies }: WirelessConfig,
  { devices }: Pick<WirelessRuleScope, 'devices'>,
): RuleViolation[] {
  const known = new Map(devices.map((device) => [device.id, device] as const));
  return policies.flatMap((policy, index) => {
    // Skips a policy without bands, which the schema reports.
    const chosen = policy.devices === 'all' || policy.bands.length === 0 ? [] : policy.devices;
    const without = chosen.flatMap((id) => {
      const device = known.get(id);
      return device && listBandsOn(policy, device).length === 0 ? [device] : [];
    });
    const [first, ...more] = without;
    if (!first) return [];
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    return [
      createViolation(
        formatPolicyPath(index, 'devices'),
        'deviceWithoutBand',
        `${first.name}${others}: no radio on ${formatBands(policy.bands)}.`,
        formatPolicyPath(index, 'bands'),
      ),
    ];
  });
}

/** Returns the enabled policies on each radio of a device, in the order of the list. */
function listRadios(
  config: WirelessConfig,
  devices: readonly WirelessDevice[],
  visit: (device: WirelessDevice, band: Band, policies: readonly Numbered[]) => RuleViolation[],
): RuleViolation[] {
  const enabled = selectEnabledPolicies(config);
  return devices.flatMap((device) => {
    const here = enabled.filter(([policy]) => isOnDevice(policy, device.id));
    return device.radios.flatMap(({ band }) =>
      visit(
        device,
        band,
        here.filter(([policy]) => listReachedBands(policy).includes(band)),
      ),
    );
  });
}

/** Limits the number of SSIDs of one radio (code 136). */
export function checkRadioRoom(
  config: WirelessConfig,
  { devices }: Pick<WirelessRuleScope, 'devices'>,
): RuleViolation[] {
  return listRadios(config, devices, (device, band, policies) => {
    const max = device.ssidsPerRadio ?? SSIDS_PER_RADIO;
    return policies
      .slice(max)
      .map(([, index]) =>
        createViolation(
          formatPolicyPath(index, 'bands'),
          'deviceSsidFull',
          `The ${formatBand(band)} radio of ${device.name} supports at most ${max} SSIDs. Remove the device from another policy first.`,
        ),
      );
  });
}

/** Represents any future device: all policies for all devices must fit on each of its radios. */
const ANY_DEVICE: WirelessDevice = {
  id: '',
  name: 'every device',
  model: '',
  radios: (['2.4G', '5G', '5G-1', '5G-2'] as const).map((band) => ({ id: band, band, maxPowerDbm: 0 })),
};

/** Limits the sum of the client limits on one radio to 128 (code 2003). */
export function checkRadioClients(
  config: WirelessConfig,
  { devices }: Pick<WirelessRuleScope, 'devices'>,
): RuleViolation[] {
  return listRadios(config, [...devices, ANY_DEVICE], (device, band, policies) => {
    const sum = policies.reduce((total, [{ maxClients }]) => total + Math.max(0, maxClients), 0);
    const last = policies.at(-1);
    // Skips a single policy above the limit, which violates a rule of its own.
    if (sum <= MAX_CLIENTS_LIMIT || policies.length < 2 || !last) return [];
    const before = policies.at(-2)?.[1] ?? 0;
    return [
      createViolation(
        formatPolicyPath(last[1], 'maxClients'),
        'bandClientLimit',
        `${quoteNames(policies.map(([{ name }]) => name))} together allow ${sum} clients on ${formatBand(band)} of ${device.name}. A radio supports at most ${MAX_CLIENTS_LIMIT}. Lower a limit.`,
        formatPolicyPath(before, 'maxClients'),
      ),
    ];
  });
}
