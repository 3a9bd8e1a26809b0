import { parseMac } from '@northlight/contract/net';

/** A peer of an interface, as the kernel measures it. */
export interface RadioPeer {
  readonly mac: string;
  /** True when frames may pass: the peer is authorized, and the connection of a mesh peer is established. */
  readonly isConnected: boolean;
  readonly signalDbm: number | undefined;
  /** Signal at each antenna chain; empty if the driver does not measure it. */
  readonly chainsDbm: readonly number[];
  readonly rxRateMbps: number | undefined;
  readonly txRateMbps: number | undefined;
  /** Frames that were sent to the peer, and the repetitions among them. */
  readonly sentFrames: number;
  readonly retries: number;
  /** Airtime of the frames that were received from the peer (µs); undefined if the driver does not measure it. */
  readonly receivedUs: number | undefined;
}

export type SentFrames = Pick<RadioPeer, 'retries' | 'sentFrames'>;

/** Parses the output of `iw dev X station dump`. */
export function parseStationDump(text: string): RadioPeer[] {
  return text.split(/^(?=Station )/m).flatMap((part): RadioPeer[] => {
    const mac = parseMac(/^Station (\S+)/.exec(part)?.[1] ?? '');
    if (mac === undefined) return [];
    const field = (name: string): string | undefined =>
      new RegExp(`^\\s*${name}:\\s*(.*)$`, 'm').exec(part)?.[1];
    const number = (name: string): number | undefined => {
      const value = Number.parseFloat(field(name) ?? '');
      return Number.isFinite(value) ? value : undefined;
    };
    const chains = /\[([^\]]*)\]/.exec(field('signal') ?? '')?.[1];
    const plink = field('mesh plink');
    return [
      {
        mac,
        isConnected: field('authorized') === 'yes' && (plink === undefined || plink === 'ESTAB'),
        signalDbm: number('signal'),
        chainsDbm: chains === undefined ? [] : chains.split(',').map(Number).filter(Number.isFinite),
        rxRateMbps: number('rx bitrate'),
        txRateMbps: number('tx bitrate'),
        sentFrames: number('tx packets') ?? 0,
        retries: number('tx retries') ?? 0,
        receivedUs: number('rx duration'),
      },
    ];
  });
}

/** Share of repeated frames between two readings of the counters, in percent; 0 when nothing was sent. */
export function computeRetryPercent(now: SentFrames, before: SentFrames | undefined): number {
  return toRetryPercent(countSentFrames(now, before)) ?? 0;
}

/** Returns the frames that were sent to a peer between two readings, and the repetitions among them. */
export function countSentFrames(now: SentFrames, before: SentFrames | undefined): SentFrames {
  // Counters start again when the peer reconnects.
  const earlier = before && before.sentFrames <= now.sentFrames ? before : { retries: 0, sentFrames: 0 };
  return {
    sentFrames: now.sentFrames - earlier.sentFrames,
    retries: Math.max(0, now.retries - earlier.retries),
  };
}

/** Returns the share of repeated frames in percent; undefined when nothing was sent. */
export const toRetryPercent = ({ retries, sentFrames }: SentFrames): number | undefined =>
  sentFrames + retries === 0 ? undefined : Math.round((1000 * retries) / (sentFrames + retries)) / 10;
