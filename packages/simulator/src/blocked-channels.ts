import type { ScannedNetwork } from '@northlight/contract/device-protocol';
import type { AirBand, WidthMhz } from './air/air-site.ts';
import { findCentre, findSpectrum } from './air/channel-spectrum.ts';

/** Channels with radar detection in 5 GHz, which a radio may use only after a check of at least 1 min. */
const DFS = { from: 52, to: 144 } as const;

/** A channel of 5 GHz with its width. */
interface WideChannel {
  readonly channel: number;
  readonly widthMhz: number;
}

interface Block {
  /** Channels of 20 MHz. */
  readonly channels: readonly number[];
  readonly until: number;
  readonly substitute: number;
}

/** Channels that radios must not use for some time after radar. */
export class BlockedChannels {
  readonly #blocks = new Map<string, Block>();

  /** Blocks channels for a radio, which uses the substitute until then (ms). */
  block(radio: string, block: Block): void {
    this.#blocks.set(radio, block);
  }

  /** Returns the channel that replaces a blocked one; undefined if the radio may use it. */
  findSubstitute(radio: string, wide: WideChannel, now: number): number | undefined {
    const block = this.#blocks.get(radio);
    if (!block || now >= block.until) return undefined;
    return isWithin(wide, block.channels) ? block.substitute : undefined;
  }
}

const toSpectrum = (band: AirBand, { channel, widthMhz }: WideChannel) =>
  findSpectrum({ band, channel, widthMhz: Math.min(160, widthMhz) as WidthMhz });

/** Returns true if a channel of 5 GHz contains one of these channels of 20 MHz. */
function isWithin(wide: WideChannel, channels: readonly number[]): boolean {
  const { highMhz, lowMhz } = toSpectrum('5G', wide);
  return channels.some((channel) => {
    const centre = findCentre('5G', channel);
    return centre > lowMhz && centre < highMhz;
  });
}

/**
 * Selects the channel to which a radio moves at once: one without radar detection if there is any, and of these the one with the
 * least traffic.
 */
export function selectSubstitute(
  allowed: readonly WideChannel[],
  blocked: readonly number[],
  networks: readonly ScannedNetwork[],
): number | undefined {
  const usable = allowed.filter((each) => !isWithin(each, blocked));
  const isFree = ({ channel }: WideChannel): boolean => channel < DFS.from || channel > DFS.to;
  const free = usable.filter(isFree);
  const rated = (free.length > 0 ? free : usable).map((each) => ({
    channel: each.channel,
    load: computeLoad(each, networks),
  }));
  return rated.toSorted((a, b) => a.load - b.load || a.channel - b.channel)[0]?.channel;
}

/** Returns the sum of the loads (percent) of the networks that overlap a channel. */
function computeLoad(wide: WideChannel, networks: readonly ScannedNetwork[]): number {
  const own = toSpectrum('5G', wide);
  return networks
    .filter(({ band }) => band === '5G')
    .reduce((sum, { channel, loadPercent = 0, widthMhz = 20 }) => {
      const other = toSpectrum('5G', { channel, widthMhz });
      return own.lowMhz < other.highMhz && other.lowMhz < own.highMhz ? sum + loadPercent : sum;
    }, 0);
}
