import type { Band, Capabilities, ConfigIssue, ConfigWireless } from '@northlight/contract/device-protocol';

type Radio = Capabilities['radios'][number];

/** SSIDs on one radio where the device does not say. */
const USUAL_SSIDS = 16;
/** What a person may ask for; a radio may do less. */
const LEAST_POWER_DBM = 8;
const MOST_POWER_DBM = 29;
const LEAST_THRESHOLD_DBM = -90;

/** Which SSIDs each radio broadcasts, by their place in the document, and what had to be left out. */
export interface Placement {
  readonly onRadio: ReadonlyMap<string, readonly number[]>;
  readonly issues: readonly ConfigIssue[];
}

/** 5 GHz is one radio, or two halves. An SSID for the one goes to what is there of the other. */
function radiosFor(band: Band, radios: readonly Radio[]): readonly Radio[] {
  const own = radios.filter((radio) => radio.band === band);
  if (own.length > 0 || band === '2.4G') return own;
  return radios.filter((radio) => (band === '5G' ? radio.band !== '2.4G' : radio.band === '5G'));
}

/** Puts each SSID where it belongs; the same rule judges a configuration and carries it out. */
export function placeWlans({ wlans }: ConfigWireless, { limits, radios }: Capabilities): Placement {
  const room = limits.ssidsPerRadio ?? USUAL_SSIDS;
  const onRadio = new Map<string, number[]>(radios.map(({ id }) => [id, []]));
  const issues: ConfigIssue[] = [];
  for (const [index, { bands }] of wlans.entries()) {
    const issue = (place: number, reason: string, substitution: string): void =>
      void issues.push({ path: `wireless.wlans.${index}.bands.${place}`, reason, substitution });
    const reached = new Set(bands.flatMap((band) => radiosFor(band, radios).map(({ id }) => id)));
    for (const [place, band] of bands.entries()) {
      const found = radiosFor(band, radios);
      const [first] = found;
      if (!first)
        issue(
          place,
          `This device has no radio for ${band}.`,
          reached.size > 0 ? 'The other bands are used.' : 'The SSID is not on the air.',
        );
      else if (first.band !== band && band !== '5G')
        issue(place, `This device has no radio for ${band}.`, `Its ${first.band} radio is used.`);
    }
    for (const id of reached) {
      const there = onRadio.get(id);
      if (there && there.length < room) there.push(index);
      else
        issues.push({
          path: `wireless.wlans.${index}.bands`,
          reason: `Radio ${id} has room for ${room} SSIDs.`,
          substitution: 'The SSID is left out on this radio.',
        });
    }
  }
  return { onRadio, issues };
}

/** What a radio of this device makes of a wished power. */
export function powerOf(
  wished: number,
  { maxPowerDbm }: Radio,
): { dbm: number; issue?: Omit<ConfigIssue, 'path'> } {
  const dbm = Math.min(Math.max(wished, LEAST_POWER_DBM), MOST_POWER_DBM, maxPowerDbm);
  if (dbm === wished) return { dbm };
  const reason =
    wished > dbm
      ? `This radio sends with ${maxPowerDbm} dBm at most.`
      : `The least power is ${LEAST_POWER_DBM} dBm.`;
  return { dbm, issue: { reason, substitution: `It sends with ${dbm} dBm.` } };
}

/** The weakest signal by which this device can refuse a client. */
export const thresholdFloor = ({ limits }: Capabilities): number =>
  Math.max(limits.accessThresholdMin ?? LEAST_THRESHOLD_DBM, LEAST_THRESHOLD_DBM);
