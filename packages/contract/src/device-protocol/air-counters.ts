import type { RadioStat } from './messages.ts';

/** Counters of a channel since the start of the driver; a member is undefined if the driver does not measure it. */
export interface ChannelCounters {
  readonly mhz: number;
  /** True for the channel on which the radio works. */
  readonly isInUse: boolean;
  readonly noiseDbm: number | undefined;
  readonly activeMs: number | undefined;
  readonly busyMs: number | undefined;
  readonly sentMs: number | undefined;
  /** Time in which frames of the radio's own networks were received. */
  readonly ownReceivedMs: number | undefined;
}

/** Frames that were sent to a peer, and the repetitions among them. */
export interface SentFrames {
  readonly sentFrames: number;
  readonly retries: number;
}

/** Counters of a client since it has joined. */
export interface PeerReading extends SentFrames {
  readonly mac: string;
  /** Airtime of the frames that were received from the peer (µs); undefined if the driver does not measure it. */
  readonly receivedUs: number | undefined;
}

/** Counters of a radio at one time. */
export interface AirReading {
  readonly channels: readonly ChannelCounters[];
  readonly peers: readonly PeerReading[];
}

export type AirtimeShares = Pick<RadioStat, 'busyPercent' | 'rxPercent' | 'txPercent'>;
export type AirFigures = AirtimeShares & Pick<RadioStat, 'noiseDbm' | 'retryPercent'>;

/** Measured shares may exceed 100 % by the rounding of the counters (ms). */
const ROUNDING_PERCENT = 1;

/** Returns the figures of the channel in use; the shares are those between the readings. */
export function computeAirFigures(now: AirReading, before: AirReading | undefined): AirFigures {
  const channel = now.channels.find(({ isInUse }) => isInUse);
  const earlier = before?.channels.find(({ mhz }) => mhz === channel?.mhz);
  const noiseDbm = channel?.noiseDbm;
  const retryPercent = before && computeRetries(now.peers, before.peers);
  const active = countGrowth(channel?.activeMs, earlier?.activeMs);
  const received = before && countReceivedMs(now.peers, before.peers);
  const rxPercent =
    active === undefined || active === 0 || received === undefined || received > active
      ? undefined
      : toPercent(received, active);
  return {
    ...(rxPercent !== undefined && { rxPercent }),
    ...(channel && computeAirtimeShares(channel, earlier)),
    ...(noiseDbm !== undefined && { noiseDbm }),
    ...(retryPercent !== undefined && { retryPercent }),
  };
}

/**
 * Returns the shares of the time between two readings of the counters of one channel; none if the channel was not active
 * or the driver has started again. A share whose own counter is missing or has fallen is absent.
 */
export function computeAirtimeShares(
  now: ChannelCounters,
  before: ChannelCounters | undefined,
): AirtimeShares {
  const active = countGrowth(now.activeMs, before?.activeMs);
  if (active === undefined || active === 0) return {};
  const share = (ms: number | undefined): number | undefined => {
    const percent = ms === undefined ? undefined : toPercent(ms, active);
    return percent === undefined || percent > 100 + ROUNDING_PERCENT ? undefined : Math.min(100, percent);
  };
  const busyPercent = share(countGrowth(now.busyMs, before?.busyMs));
  const txPercent = share(countGrowth(now.sentMs, before?.sentMs));
  const rxPercent = share(countGrowth(now.ownReceivedMs, before?.ownReceivedMs));
  return {
    ...(busyPercent !== undefined && { busyPercent }),
    ...(txPercent !== undefined && { txPercent }),
    ...(rxPercent !== undefined && { rxPercent }),
  };
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
  sentFrames + retries === 0 ? undefined : toPercent(retries, sentFrames + retries);

/** Returns a share in percent with one decimal. */
export const toPercent = (part: number, whole: number): number => Math.round((1000 * part) / whole) / 10;

/** Returns the share of repeated frames of all peers; undefined when nothing was sent. */
function computeRetries(now: readonly PeerReading[], before: readonly PeerReading[]): number | undefined {
  const total = { retries: 0, sentFrames: 0 };
  for (const peer of now) {
    const { retries, sentFrames } = countSentFrames(peer, findPeer(before, peer));
    total.retries += retries;
    total.sentFrames += sentFrames;
  }
  return toRetryPercent(total);
}

/** Returns the airtime of the frames that were received from the peers; undefined if the driver does not measure it. */
function countReceivedMs(now: readonly PeerReading[], before: readonly PeerReading[]): number | undefined {
  let total = 0;
  for (const peer of now) {
    if (peer.receivedUs === undefined) return undefined;
    // A peer without an earlier reading has joined since, and its counter starts at 0; so does that of one that reconnected.
    total += countGrowth(peer.receivedUs, findPeer(before, peer)?.receivedUs) ?? peer.receivedUs;
  }
  return total / 1000;
}

const findPeer = (peers: readonly PeerReading[], { mac }: PeerReading): PeerReading | undefined =>
  peers.find((peer) => peer.mac === mac);

/** Returns the growth of a counter; undefined if a reading is missing or the counter has fallen. */
function countGrowth(now: number | undefined, before: number | undefined): number | undefined {
  return now === undefined || before === undefined || now < before ? undefined : now - before;
}
