import type { StatMessage } from '@northlight/contract/device-protocol';

/** Networks that the radios of a device received in a scan, and the channels on which they listened. */
type Nearby = Pick<StatMessage, 'nearbyChannels' | 'nearbyNetworks'>;
interface Place {
  readonly band: string;
  readonly channel: number;
}

const isAt =
  (places: readonly Place[]) =>
  ({ band, channel }: Place): boolean =>
    places.some((place) => place.band === band && place.channel === channel);

/**
 * Merges two scans of a device: the newer one replaces what was received on its channels and keeps the rest. A scan without
 * channels replaces all.
 */
export function mergeNearby(older: Nearby, newer: Nearby): Nearby {
  const { nearbyChannels, nearbyNetworks } = newer;
  if (!nearbyChannels) return nearbyNetworks ? { nearbyNetworks } : pickNearby(older);
  const isListened = isAt(nearbyChannels);
  const received = new Set(nearbyNetworks?.map(({ bssid }) => bssid.toLowerCase()));
  const kept = (older.nearbyNetworks ?? []).filter(
    (network) => !isListened(network) && !received.has(network.bssid.toLowerCase()),
  );
  return {
    nearbyNetworks: [...(nearbyNetworks ?? []), ...kept].sort((a, b) => b.signalDbm - a.signalDbm),
    nearbyChannels: [
      ...nearbyChannels,
      ...(older.nearbyChannels ?? []).filter((channel) => !isListened(channel)),
    ],
  };
}

const pickNearby = ({ nearbyChannels, nearbyNetworks }: Nearby): Nearby => ({
  ...(nearbyNetworks && { nearbyNetworks }),
  ...(nearbyChannels && { nearbyChannels }),
});
