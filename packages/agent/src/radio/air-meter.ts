import type { RadioStat } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { RunProgram } from '../system/run.ts';
import { countSentFrames, parseStationDump, type RadioPeer, toRetryPercent } from './station-dump.ts';
import { type ChannelSurvey, computeAirtimeShares, countGrowth, parseSurvey, toPercent } from './survey.ts';

type AirFigures = Pick<RadioStat, 'busyPercent' | 'noiseDbm' | 'retryPercent' | 'rxPercent' | 'txPercent'>;

/** Counters of a radio at one time. */
interface AirReading {
  readonly channels: readonly ChannelSurvey[];
  readonly peers: readonly RadioPeer[];
}

/** Reports that follow a change sooner repeat the last figures, because some drivers update their counters this rarely. */
const MIN_PERIOD_MS = 10_000;

/** Measures how radios use the air, from the counters of their drivers between two reports. */
export class AirMeter {
  readonly #run: RunProgram;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #last = new Map<
    string,
    { readonly at: number; readonly reading: AirReading; readonly figures: AirFigures }
  >();

  constructor({ clock, run }: { readonly clock: Pick<Clock, 'now'>; readonly run: RunProgram }) {
    this.#run = run;
    this.#clock = clock;
  }

  /** Returns the figures of a radio that broadcasts with these interfaces. */
  async read(radio: string, devices: readonly string[]): Promise<AirFigures> {
    const [first] = devices;
    if (first === undefined) {
      this.#last.delete(radio);
      return {};
    }
    const last = this.#last.get(radio);
    const at = this.#clock.now();
    if (last && at - last.at < MIN_PERIOD_MS) return last.figures;
    const reading: AirReading = {
      channels: parseSurvey(await this.#dump(first, 'survey')),
      peers: (await Promise.all(devices.map((device) => this.#dump(device, 'station')))).flatMap(
        parseStationDump,
      ),
    };
    const figures = computeAirFigures(reading, last?.reading);
    this.#last.set(radio, { at, reading, figures });
    return figures;
  }

  /** Reads counters; empty if the driver has none or the interface was removed meanwhile. */
  #dump(device: string, kind: 'station' | 'survey'): Promise<string> {
    return this.#run(['iw', 'dev', device, kind, 'dump']).catch(() => '');
  }
}

/** Returns the figures of the channel in use; the shares are those between the readings. */
function computeAirFigures(now: AirReading, before: AirReading | undefined): AirFigures {
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

/** Returns the share of repeated frames of all peers; undefined when nothing was sent. */
function computeRetries(now: readonly RadioPeer[], before: readonly RadioPeer[]): number | undefined {
  const total = { retries: 0, sentFrames: 0 };
  for (const peer of now) {
    const { retries, sentFrames } = countSentFrames(peer, findPeer(before, peer));
    total.retries += retries;
    total.sentFrames += sentFrames;
  }
  return toRetryPercent(total);
}

/** Returns the airtime of the frames that were received from the peers; undefined if the driver does not measure it. */
function countReceivedMs(now: readonly RadioPeer[], before: readonly RadioPeer[]): number | undefined {
  let total = 0;
  for (const peer of now) {
    if (peer.receivedUs === undefined) return undefined;
    // A peer without an earlier reading has joined since, and its counter starts at 0; so does that of one that reconnected.
    total += countGrowth(peer.receivedUs, findPeer(before, peer)?.receivedUs) ?? peer.receivedUs;
  }
  return total / 1000;
}

const findPeer = (peers: readonly RadioPeer[], { mac }: RadioPeer): RadioPeer | undefined =>
  peers.find((peer) => peer.mac === mac);
