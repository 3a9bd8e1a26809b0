import {
  type ChannelCounters,
  computeAirtimeShares,
  type RadioStat,
  type ScannedChannel,
  SCANNED_CHANNELS_MAX,
  type ScannedNetwork,
} from '@northlight/contract/device-protocol';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import type { Channel } from './channels.ts';
import { getBand, parseScan } from './scan.ts';
import { parseSurvey } from './survey.ts';

export interface RadioScannerOptions {
  readonly radios: readonly { readonly id: string; readonly interface: string }[];
  /** Lists the channels of a radio's band. */
  readonly listChannels: (radio: string) => Promise<readonly Channel[]>;
  readonly run: RunProgram;
}

/** Received networks, and the channels on which the radios listened. */
export interface ScanResult {
  readonly networks: ScannedNetwork[];
  readonly channels: ScannedChannel[];
}

/** Selects the channels of a radio, all of which are permitted, on which a scan listens. */
type Selection = (radio: string, channels: readonly Channel[]) => readonly Channel[];

/** A radio listens on a channel of a scan for at least this time; counters that grow less start again with each visit. */
const MIN_VISIT_MS = 20;

/** Scans with the radios' own interfaces, one after another, while their SSIDs continue to broadcast. */
export class RadioScanner {
  readonly #options: RadioScannerOptions;
  /** Number of the channel besides its own on which each radio listened last. */
  readonly #lastVisited = new Map<string, number>();
  #scanning: Promise<unknown> = Promise.resolve();

  constructor(options: RadioScannerOptions) {
    this.#options = options;
  }

  /** Scans all permitted channels. Each radio leaves its channel during the scan. */
  scanAll(): Promise<ScanResult> {
    return this.#enqueue((_radio, channels) => channels, []);
  }

  /**
   * Listens, without sending, on the channels on which the radios work, and on one more channel of each: the next one at
   * each call, for which the radio leaves its channel for about 0.1 s.
   */
  scanInTurns(figures: readonly Pick<RadioStat, 'channel' | 'id'>[]): Promise<ScanResult> {
    const own = new Map(figures.map(({ channel, id }) => [id, channel] as const));
    return this.#enqueue(
      (radio, channels) => {
        if (own.get(radio) === undefined) return [];
        const others = channels.filter(({ number }) => number !== own.get(radio));
        const last = this.#lastVisited.get(radio) ?? 0;
        const next = others.find(({ number }) => number > last) ?? others[0];
        if (next) this.#lastVisited.set(radio, next.number);
        return channels.filter((channel) => channel === next || channel.number === own.get(radio));
      },
      ['passive'],
    );
  }

  #enqueue(select: Selection, flags: readonly string[]): Promise<ScanResult> {
    const scan = this.#scanning.then(() => this.#scanRadios(select, flags));
    this.#scanning = scan.catch(() => undefined);
    return scan;
  }

  async #scanRadios(select: Selection, flags: readonly string[]): Promise<ScanResult> {
    const networks = new Map<string, ScannedNetwork>();
    const listened = new Map<number, ScannedChannel>();
    for (const { id, interface: device } of this.#options.radios) {
      const channels = select(
        id,
        (await this.#options.listChannels(id)).filter(({ enabled }) => enabled),
      );
      if (channels.length === 0) continue;
      const frequencies = channels.map(({ mhz }) => String(mhz));
      const before = await this.#readSurvey(device);
      for (const network of await this.#scanRadio(device, [...frequencies, 'flush', ...flags]))
        networks.set(network.bssid, network);
      const after = await this.#readSurvey(device);
      for (const channel of channels) listened.set(channel.mhz, describeVisit(channel, before, after));
    }
    return {
      networks: [...networks.values()],
      channels: [...listened.values()].slice(0, SCANNED_CHANNELS_MAX),
    };
  }

  /** Reads the counters of a radio's channels; none if the driver has none. */
  async #readSurvey(device: string): Promise<ChannelCounters[]> {
    return parseSurvey(await this.#options.run(['iw', 'dev', device, 'survey', 'dump']).catch(() => ''));
  }

  async #scanRadio(device: string, parameters: readonly string[]): Promise<ScannedNetwork[]> {
    const { run } = this.#options;
    await run(['ip', 'link', 'set', 'dev', device, 'up']);
    try {
      // `flush` removes the results of earlier scans, which the kernel otherwise returns for 30 s, also from other
      // channels. Reads the results from the kernel if `iw` misses the end of its scan.
      const text = await run(['iw', 'dev', device, 'scan', 'freq', ...parameters]).catch((error: unknown) => {
        if (error instanceof CommandFailed) return run(['iw', 'dev', device, 'scan', 'dump']);
        throw error;
      });
      return parseScan(text);
    } finally {
      await run(['ip', 'link', 'set', 'dev', device, 'down']);
    }
  }
}

/** Returns a channel with the measurements of a visit. */
function describeVisit(
  { mhz, number }: Channel,
  before: readonly ChannelCounters[],
  after: readonly ChannelCounters[],
): ScannedChannel {
  const counters = after.find((each) => each.mhz === mhz);
  const earlier = before.find((each) => each.mhz === mhz);
  const busyPercent = counters && computeVisitBusy(counters, earlier);
  const noiseDbm = counters?.noiseDbm;
  return {
    band: getBand(mhz),
    channel: number,
    ...(busyPercent !== undefined && { busyPercent }),
    ...(noiseDbm !== undefined && { noiseDbm }),
  };
}

/** Returns the busy share during a visit. Some drivers count the time of all visits, others that of the last one only. */
function computeVisitBusy(after: ChannelCounters, before: ChannelCounters | undefined): number | undefined {
  const grown = (after.activeMs ?? 0) - (before?.activeMs ?? 0);
  const isCounted = after.isInUse || grown >= MIN_VISIT_MS;
  const start = { ...after, activeMs: 0, busyMs: 0 };
  return computeAirtimeShares(after, isCounted ? (before ?? start) : start).busyPercent;
}
