import { isPossibleSpectrum } from '../spectrum.ts';
import { type ReceivedNetwork, SCAN_MAX_AGE_MS, type Site } from './site.ts';

/** Levels that a receiver can measure (dBm). Devices that report others have no usable measurement. */
const LEVEL_RANGE_DBM = { least: -110, most: -10 } as const;
/** Number of access points from which equal levels of all of them mean that a device measures nothing. */
const EQUAL_LEVELS_MIN = 4;

/** Lists the received networks that are usable: young, possible, and of scans and devices that measure differences. */
export function listUsableNetworks({ networks }: Pick<Site, 'networks'>, now: number): ReceivedNetwork[] {
  const possible = networks.filter(
    ({ at, levelDbm, spectrum }) =>
      now - at <= SCAN_MAX_AGE_MS &&
      levelDbm >= LEVEL_RANGE_DBM.least &&
      levelDbm <= LEVEL_RANGE_DBM.most &&
      isPossibleSpectrum(spectrum),
  );
  const ofScans = listWithDifferences(possible, ({ at, deviceId }) => `${deviceId} ${at}`);
  return listWithDifferences(ofScans, ({ deviceId }) => deviceId);
}

/** Lists the networks of the groups that do not have one level for many access points. */
function listWithDifferences(
  networks: readonly ReceivedNetwork[],
  getGroup: (network: ReceivedNetwork) => string,
): ReceivedNetwork[] {
  return [...Map.groupBy(networks, getGroup).values()].flatMap((group) => {
    const isEqual = group.every(({ levelDbm }) => levelDbm === group[0]?.levelDbm);
    const senders = isEqual ? new Set(group.map(({ bssid }) => nameSender(bssid))).size : 0;
    return senders >= EQUAL_LEVELS_MIN ? [] : group;
  });
}

/**
 * Returns the part of an address that the networks of one access point have in common: they differ in the first octet or in
 * the last digit.
 */
export const nameSender = (bssid: string): string => bssid.slice(3, -1);

/** Decibels per hour by which an older measurement counts less: 6 dB after a day. */
const AGEING_DB_PER_HOUR = 0.25;
const HOUR_MS = 3_600_000;

/** Returns a level less the decline of its confidence with age (dBm). */
export const ageLevel = ({ at, levelDbm }: Pick<ReceivedNetwork, 'at' | 'levelDbm'>, now: number): number =>
  levelDbm - (AGEING_DB_PER_HOUR * Math.max(0, now - at)) / HOUR_MS;
