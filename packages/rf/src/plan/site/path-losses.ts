import { computeMedian, MEASUREMENTS } from './median.ts';
import type { PathLoss, ReceivedNetwork, Site, SiteRadio } from './site.ts';
import { ageLevel, listUsableNetworks } from './usable-networks.ts';

/** Transmit power that a radio is assumed to have if it reports an impossible one, and the possible ones (dBm). */
const POWER_DBM = { usual: 20, least: -10, most: 36 } as const;

/** Returns the transmit power of a radio (dBm). */
export const getPower = ({ powerDbm }: Pick<SiteRadio, 'powerDbm'>): number =>
  powerDbm >= POWER_DBM.least && powerDbm <= POWER_DBM.most ? powerDbm : POWER_DBM.usual;

/**
 * Estimates the loss between the radios of a site: the transmit power less the received level. In each direction the median
 * of the last five scans that received the radio counts, so that one wrong measurement changes nothing; a radio is received
 * as well as the strongest of its networks. Of both directions the better one counts, because a scan misses beacons but
 * invents none. Each level declines with its age. For radios that never receive each other, the modelled loss counts.
 *
 * @param networks usable networks, of any number of scans
 */
export function estimatePathLosses(
  { modelledLosses = [], ...site }: Site,
  now: number,
  networks: readonly ReceivedNetwork[] = listUsableNetworks(site, now),
): PathLoss[] {
  const { radios } = site;
  const receivers = Map.groupBy(radios.keys(), (index) => radios[index]?.deviceId ?? '');
  const losses = new Map<number, number>();
  const getKey = (a: number, b: number): number => Math.min(a, b) * radios.length + Math.max(a, b);
  for (const { deviceId, levelDbm, sender } of listReceivedRadios(radios, networks, now))
    for (const receiver of receivers.get(deviceId) ?? []) {
      if (receiver === sender || !isSameBand(radios[receiver]!, radios[sender]!)) continue;
      const key = getKey(sender, receiver);
      const loss = getPower(radios[sender]!) - levelDbm;
      losses.set(key, Math.min(losses.get(key) ?? Number.POSITIVE_INFINITY, loss));
    }
  const measured = [...losses].map(([key, lossDb]) => ({
    a: Math.floor(key / radios.length),
    b: key % radios.length,
    lossDb,
  }));
  return [...measured, ...modelledLosses.filter(({ a, b }) => !losses.has(getKey(a, b)))];
}

interface ReceivedRadio {
  readonly deviceId: string;
  /** Index of the radio that is received. */
  readonly sender: number;
  readonly levelDbm: number;
}

/** Lists the level of each radio at each device that receives it. */
function listReceivedRadios(
  radios: readonly SiteRadio[],
  networks: readonly ReceivedNetwork[],
  now: number,
): ReceivedRadio[] {
  const senders = new Map(
    radios.flatMap((radio, index) => radio.bssids.map((bssid) => [bssid, index] as const)),
  );
  const own = networks.flatMap((network) => {
    const sender = senders.get(network.bssid);
    return sender === undefined ? [] : [{ ...network, sender }];
  });
  const pairs = Map.groupBy(own, ({ deviceId, sender }) => `${sender} ${deviceId}`);
  return [...pairs.values()].flatMap((received) => {
    const [first] = received;
    return first
      ? [{ deviceId: first.deviceId, sender: first.sender, levelDbm: poolReceived(received, now) }]
      : [];
  });
}

/** Returns the level of one radio at one device from the readings of its networks: the median of the last five scans. */
export function poolReceived(received: readonly ReceivedNetwork[], now: number): number {
  const scans = [...Map.groupBy(received, ({ at }) => at)]
    .sort(([one], [other]) => other - one)
    .slice(0, MEASUREMENTS)
    .map(([at, scan]) => ageLevel({ at, levelDbm: Math.max(...scan.map(({ levelDbm }) => levelDbm)) }, now));
  return computeMedian(scans);
}

const BAND_5_START_MHZ = 5000;
/** Returns true for a spectrum of 5 GHz. */
export const isHighBand = ({ lowMhz }: SiteRadio['spectrum']): boolean => lowMhz >= BAND_5_START_MHZ;

/** Returns true for radios of 2.4 GHz alone or of 5 GHz alone. */
export const isSameBand = (a: Pick<SiteRadio, 'spectrum'>, b: Pick<SiteRadio, 'spectrum'>): boolean =>
  isHighBand(a.spectrum) === isHighBand(b.spectrum);
