import type { ReceivedNetwork, Site, SiteRadio } from './site.ts';
import { SCAN_MAX_AGE_MS } from './site.ts';

/** Loss between two radios of a site. */
export interface PathLoss {
  readonly a: number;
  readonly b: number;
  readonly lossDb: number;
}

/** Levels that a receiver can measure (dBm). Devices that report others have no usable measurement. */
const LEVEL_RANGE_DBM = { least: -110, most: -10 } as const;
/** Number of radios from which equal levels everywhere mean that a device measures nothing. */
const EQUAL_LEVELS_MIN = 4;
/** Decibels per hour by which an older measurement counts less. */
const AGEING_DB_PER_HOUR = 0.25;
const HOUR_MS = 3_600_000;

/** Lists the received networks whose levels are usable: young, possible, and of devices that measure differences. */
export function listUsableNetworks({ networks }: Pick<Site, 'networks'>, now: number): ReceivedNetwork[] {
  const possible = networks.filter(
    ({ at, levelDbm }) =>
      now - at <= SCAN_MAX_AGE_MS && levelDbm >= LEVEL_RANGE_DBM.least && levelDbm <= LEVEL_RANGE_DBM.most,
  );
  const byDevice = Map.groupBy(possible, ({ deviceId }) => deviceId);
  return [...byDevice.values()].flatMap((received) =>
    received.length >= EQUAL_LEVELS_MIN &&
    received.every(({ levelDbm }) => levelDbm === received[0]?.levelDbm)
      ? []
      : received,
  );
}

/** Returns a level less the decline of its confidence with age (dBm). */
export const ageLevel = ({ at, levelDbm }: Pick<ReceivedNetwork, 'at' | 'levelDbm'>, now: number): number =>
  levelDbm - (AGEING_DB_PER_HOUR * Math.max(0, now - at)) / HOUR_MS;

/**
 * Estimates the loss between the radios of a site: the transmit power less the received level, by the better of both
 * directions, because a scan misses beacons but invents none.
 *
 * @param networks usable networks
 */
export function estimatePathLosses(
  radios: readonly SiteRadio[],
  networks: readonly ReceivedNetwork[],
  now: number,
): PathLoss[] {
  const senders = new Map(
    radios.flatMap((radio, index) => radio.bssids.map((bssid) => [bssid, index] as const)),
  );
  const receivers = Map.groupBy(radios.keys(), (index) => radios[index]?.deviceId ?? '');
  const losses = new Map<number, number>();
  for (const network of networks) {
    const sender = senders.get(network.bssid);
    if (sender === undefined) continue;
    for (const receiver of receivers.get(network.deviceId) ?? []) {
      if (receiver === sender || !isSameBand(radios[receiver]!, radios[sender]!)) continue;
      const key = Math.min(sender, receiver) * radios.length + Math.max(sender, receiver);
      const loss = radios[sender]!.powerDbm - ageLevel(network, now);
      losses.set(key, Math.min(losses.get(key) ?? Number.POSITIVE_INFINITY, loss));
    }
  }
  return [...losses].map(([key, lossDb]) => ({
    a: Math.floor(key / radios.length),
    b: key % radios.length,
    lossDb,
  }));
}

const BAND_5_START_MHZ = 5000;
/** Returns true for radios of 2.4 GHz alone or of 5 GHz alone. */
export const isSameBand = (a: Pick<SiteRadio, 'spectrum'>, b: Pick<SiteRadio, 'spectrum'>): boolean =>
  a.spectrum.lowMhz < BAND_5_START_MHZ === b.spectrum.lowMhz < BAND_5_START_MHZ;
