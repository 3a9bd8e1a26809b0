import type { Band, Capabilities, ConfigIssue, ConfigWireless } from '@northlight/contract/device-protocol';

type Radio = Capabilities['radios'][number];

/** Maximum number of SSIDs per radio when the model has no limit. */
const USUAL_SSIDS = 16;
/** Range of configurable power; a radio may support less. */
const MIN_POWER_DBM = 8;
const MAX_POWER_DBM = 29;
const MIN_THRESHOLD_DBM = -90;

/** SSIDs of each radio as indices of the configuration, and issues about omitted SSIDs. */
export interface WlanAssignment {
  readonly onRadio: ReadonlyMap<string, readonly number[]>;
  readonly issues: readonly ConfigIssue[];
}

/**
 * Returns the radios for a band. 5 GHz can be one radio or two halves; if the configured kind is missing, the
 * other kind is used.
 */
function listRadiosForBand(band: Band, radios: readonly Radio[]): readonly Radio[] {
  const own = radios.filter((radio) => radio.band === band);
  if (own.length > 0 || band === '2.4G') return own;
  return radios.filter((radio) => (band === '5G' ? radio.band !== '2.4G' : radio.band === '5G'));
}

/** Assigns SSIDs to radios, both to check a configuration and to apply it. */
export function assignWlans({ wlans }: ConfigWireless, { limits, radios }: Capabilities): WlanAssignment {
  const maxSsids = limits.ssidsPerRadio ?? USUAL_SSIDS;
  const onRadio = new Map<string, number[]>(radios.map(({ id }) => [id, []]));
  const issues: ConfigIssue[] = [];
  for (const [index, { bands }] of wlans.entries()) {
    const issue = (position: number, reason: string, substitution: string): void =>
      void issues.push({ path: `wireless.wlans.${index}.bands.${position}`, reason, substitution });
    const reached = new Set(bands.flatMap((band) => listRadiosForBand(band, radios).map(({ id }) => id)));
    for (const [position, band] of bands.entries()) {
      const found = listRadiosForBand(band, radios);
      const [first] = found;
      if (!first)
        issue(
          position,
          `This device has no radio for ${band}.`,
          reached.size > 0 ? 'The other bands are used.' : 'The SSID is not broadcast.',
        );
      else if (first.band !== band && band !== '5G')
        issue(position, `This device has no radio for ${band}.`, `Its ${first.band} radio is used.`);
    }
    for (const id of reached) {
      const assigned = onRadio.get(id);
      if (assigned && assigned.length < maxSsids) assigned.push(index);
      else
        issues.push({
          path: `wireless.wlans.${index}.bands`,
          reason: `Radio ${id} supports at most ${maxSsids} SSIDs.`,
          substitution: 'The SSID is left out on this radio.',
        });
    }
  }
  return { onRadio, issues };
}

/** Limits a configured power to the radio's range; adds an issue when the limit changes it. */
export function limitPower(
  configured: number,
  { maxPowerDbm }: Radio,
): { dbm: number; issue?: Omit<ConfigIssue, 'path'> } {
  const dbm = Math.min(Math.max(configured, MIN_POWER_DBM), MAX_POWER_DBM, maxPowerDbm);
  if (dbm === configured) return { dbm };
  const reason =
    configured > dbm
      ? `The highest power of this radio is ${maxPowerDbm} dBm.`
      : `The lowest power is ${MIN_POWER_DBM} dBm.`;
  return { dbm, issue: { reason, substitution: `It transmits at ${dbm} dBm.` } };
}

/** Returns the lowest access threshold (dBm) that this device supports. */
export const getThresholdFloor = ({ limits }: Capabilities): number =>
  Math.max(limits.accessThresholdMin ?? MIN_THRESHOLD_DBM, MIN_THRESHOLD_DBM);
