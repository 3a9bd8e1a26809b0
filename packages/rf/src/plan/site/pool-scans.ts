import { listUsualBusy, poolReadings } from './foreign-load.ts';
import { poolReceived } from './path-losses.ts';
import type { MeasuredChannel, ReceivedNetwork, Site } from './site.ts';
import { listUsableNetworks } from './usable-networks.ts';

/**
 * Combines the scans of the last 24 h to one reading per device and sender, and per device and channel. The site has the same
 * problem with them as with all scans, and needs less room.
 */
export function poolScans(site: Site, now: number): Pick<Site, 'channels' | 'networks'> {
  const senders = new Map(
    site.radios.flatMap(({ bssids, id }) => bssids.map((bssid) => [bssid, id] as const)),
  );
  const groups = Map.groupBy(
    listUsableNetworks(site, now),
    ({ bssid, deviceId }) => `${deviceId} ${senders.get(bssid) ?? bssid}`,
  );
  return {
    networks: [...groups.values()].flatMap((readings): ReceivedNetwork[] => {
      const newest = findNewest(readings);
      if (!newest) return [];
      // Levels decline up to the newest reading, and from its time on in the problem.
      return senders.has(newest.bssid)
        ? [{ ...newest, levelDbm: poolReceived(readings, newest.at) }]
        : poolReadings(readings, newest.at);
    }),
    channels: [...Map.groupBy(site.channels, ({ deviceId }) => deviceId)].flatMap(([deviceId, measured]) =>
      poolChannels(deviceId, measured, now),
    ),
  };
}

const findNewest = <Reading extends { readonly at: number }>(
  readings: readonly Reading[],
): Reading | undefined =>
  readings.reduce<Reading | undefined>(
    (newest, each) => (newest && newest.at >= each.at ? newest : each),
    undefined,
  );

const poolChannels = (
  deviceId: string,
  measured: readonly MeasuredChannel[],
  now: number,
): MeasuredChannel[] => {
  const at = findNewest(measured)?.at ?? now;
  return listUsualBusy(measured, now).map((usual) => ({ ...usual, deviceId, at }));
};
