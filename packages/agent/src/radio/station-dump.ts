import {
  countSentFrames,
  type PeerReading,
  type SentFrames,
  toRetryPercent,
} from '@northlight/contract/device-protocol';
import { parseMac } from '@northlight/contract/net';

/** A peer of an interface, as the kernel measures it. */
export interface RadioPeer extends PeerReading {
  /** True when frames may pass: the peer is authorized, and the connection of a mesh peer is established. */
  readonly isConnected: boolean;
  readonly signalDbm: number | undefined;
  /** Signal at each antenna chain; empty if the driver does not measure it. */
  readonly chainsDbm: readonly number[];
  readonly rxRateMbps: number | undefined;
  readonly txRateMbps: number | undefined;
}

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
    const retries = number('tx retries');
    const plink = field('mesh plink');
    return [
      {
        mac,
        isConnected: field('authorized') === 'yes' && (plink === undefined || plink === 'ESTAB'),
        signalDbm: number('signal'),
        chainsDbm: chains === undefined ? [] : chains.split(',').map(Number).filter(Number.isFinite),
        rxRateMbps: number('rx bitrate'),
        txRateMbps: number('tx bitrate'),
        // Without a counter of retries the frames would count as sent once.
        sentFrames: retries === undefined ? 0 : (number('tx packets') ?? 0),
        retries: retries ?? 0,
        receivedUs: number('rx duration'),
      },
    ];
  });
}

/** Share of repeated frames between two readings of the counters, in percent; 0 when nothing was sent. */
export function computeRetryPercent(now: SentFrames, before: SentFrames | undefined): number {
  return toRetryPercent(countSentFrames(now, before)) ?? 0;
}
