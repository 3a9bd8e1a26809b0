import { type ChannelWidth, findChannelBlock } from '@northlight/contract';
import type { ScannedNetwork } from '@northlight/contract/device-protocol';

/** Networks that one end of a link receives. */
export interface EndScan {
  readonly deviceId: string;
  readonly networks: readonly ScannedNetwork[];
}

export interface SurveyedChannel {
  readonly channel: number;
  /** Number of foreign networks on the channel, at all ends together. */
  readonly networks: number;
  /** Strongest foreign network at each end (dBm), by device id; ends without one are absent. */
  readonly strongestDbm: ReadonlyMap<string, number>;
}

/**
 * Lists the channels with the foreign networks on them, quietest first: with the weakest strongest network, then with
 * the fewest networks. A channel of 40 or 80 MHz includes the channels beside it. `ownSsid` is the network of the link
 * itself.
 */
export function surveyChannels(
  scans: readonly EndScan[],
  channels: readonly number[],
  width: ChannelWidth,
  ownSsid: string,
): SurveyedChannel[] {
  const surveyed = channels.flatMap((channel): SurveyedChannel[] => {
    const block = findChannelBlock(channel, width);
    if (!block) return [];
    const scanned = scans.map(({ deviceId, networks }) => ({
      deviceId,
      foreign: networks.filter((network) => network.ssid !== ownSsid && block.includes(network.channel)),
    }));
    const strongestDbm = scanned.flatMap(({ deviceId, foreign }) =>
      foreign.length === 0
        ? []
        : [[deviceId, Math.max(...foreign.map(({ signalDbm }) => signalDbm))] as const],
    );
    const bssids = scanned.flatMap(({ foreign }) => foreign.map(({ bssid }) => bssid));
    return [{ channel, networks: new Set(bssids).size, strongestDbm: new Map(strongestDbm) }];
  });
  return surveyed.toSorted(
    (one, other) =>
      getLoudest(one) - getLoudest(other) || one.networks - other.networks || one.channel - other.channel,
  );
}

const getLoudest = ({ strongestDbm }: SurveyedChannel): number =>
  Math.max(Number.NEGATIVE_INFINITY, ...strongestDbm.values());
