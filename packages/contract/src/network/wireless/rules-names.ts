import { formatBand } from '../../kit/format-band.ts';
import type { Band } from '../../device-protocol/capabilities.ts';
import { type RuleViolation, createViolation } from '../../kit/violation.ts';
import { normalizeName } from '../../net/index.ts';
import { NET_MODES } from '../../projects/schema.ts';
import { doDevicesOverlap, isFiveGhz, listReachedBands, getSsidOn } from './policy-bands.ts';
import { formatPolicyPath, type WirelessRuleScope } from './rules-scope.ts';
import type { WifiPolicy, WirelessConfig } from './schema.ts';

const isSameName = (one: string, other: string): boolean => normalizeName(one) === normalizeName(other);

/** Checks that ids and names of policies are unique. */
export function checkPolicyNames({ policies }: WirelessConfig): RuleViolation[] {
  return policies.flatMap((policy, index) => {
    const earlier = policies.slice(0, index);
    const found: RuleViolation[] = [];
    if (earlier.some(({ id }) => id === policy.id))
      found.push(
        createViolation(
          formatPolicyPath(index, 'id'),
          'invalidParameters',
          'The ID of the policy already exists.',
        ),
      );
    const twin = earlier.findIndex(({ name }) => isSameName(name, policy.name));
    if (twin >= 0)
      found.push(
        createViolation(
          formatPolicyPath(index, 'name'),
          'invalidParameters',
          'The name of the policy already exists. Enter a different one.',
          formatPolicyPath(twin, 'name'),
        ),
      );
    return found;
  });
}

/** Checks that the two SSIDs of a policy differ (code 93). */
export function checkBandNames({ policies }: WirelessConfig): RuleViolation[] {
  return policies.flatMap(({ ssid, ssid5g }, index) =>
    ssid5g !== undefined && isSameName(ssid, ssid5g)
      ? [createViolation(formatPolicyPath(index, 'ssid5g'), 'bandSsidConflict')]
      : [],
  );
}

/**
 * Checks that SSIDs are unique per radio, ignoring case (codes 24, 88, 89). Policies without a common band or
 * device may share an SSID. Disabled policies count, because otherwise they could not be enabled later.
 */
export function checkSsids(
  { policies }: WirelessConfig,
  { netMode }: Pick<WirelessRuleScope, 'netMode'>,
): RuleViolation[] {
  const onAir = policies.map(
    (policy) =>
      new Map(
        listReachedBands(policy).map((band) => [band, normalizeName(getSsidOn(policy, band))] as const),
      ),
  );
  const conflict = netMode === NET_MODES.mesh ? 'meshSsidConflict' : 'wlanSsidConflict';
  return policies.flatMap((policy, index) =>
    policies.slice(0, index).flatMap((other, otherIndex) => {
      const band = listReachedBands(policy).find(
        (each) => onAir[index]?.get(each) === onAir[otherIndex]?.get(each) && doDevicesOverlap(policy, other),
      );
      if (band === undefined) return [];
      const [field, otherField] = [nameField(policy, band), nameField(other, band)];
      return [
        createViolation(
          formatPolicyPath(index, field),
          field === 'ssid5g' || otherField === 'ssid5g' ? conflict : 'ssidExists',
          `“${policy.name}” and “${other.name}” both have the name ${getSsidOn(policy, band)} on ${formatBand(band)}.`,
          formatPolicyPath(otherIndex, otherField),
        ),
      ];
    }),
  );
}

/** Returns the field with the policy's SSID on a band. */
const nameField = ({ ssid5g }: WifiPolicy, band: Band): 'ssid' | 'ssid5g' =>
  isFiveGhz(band) && ssid5g !== undefined ? 'ssid5g' : 'ssid';
