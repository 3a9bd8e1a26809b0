import type { RadioStat, ScannedNetwork } from '@northlight/contract/device-protocol';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import type { Channel } from './channels.ts';
import { parseScan } from './scan.ts';

export interface RadioScannerOptions {
  readonly radios: readonly { readonly id: string; readonly interface: string }[];
  /** Lists the channels of a radio's band. */
  readonly listChannels: (radio: string) => Promise<readonly Channel[]>;
  readonly run: RunProgram;
}

/** Scans with the radios' own interfaces, one after another, while their SSIDs continue to broadcast. */
export class RadioScanner {
  readonly #options: RadioScannerOptions;
  #scanning: Promise<unknown> = Promise.resolve();

  constructor(options: RadioScannerOptions) {
    this.#options = options;
  }

  /** Scans all permitted channels. Each radio leaves its channel during the scan. */
  scanAll(): Promise<ScannedNetwork[]> {
    return this.#enqueue(() => true, []);
  }

  /** Listens on the channels on which the radios work, without sending and without leaving them. */
  scanOwnChannels(figures: readonly Pick<RadioStat, 'channel' | 'id'>[]): Promise<ScannedNetwork[]> {
    const channels = new Map(figures.map(({ channel, id }) => [id, channel] as const));
    return this.#enqueue((radio, { number }) => channels.get(radio) === number, ['passive']);
  }

  #enqueue(
    selects: (radio: string, channel: Channel) => boolean,
    flags: readonly string[],
  ): Promise<ScannedNetwork[]> {
    const scan = this.#scanning.then(() => this.#scanRadios(selects, flags));
    this.#scanning = scan.catch(() => undefined);
    return scan;
  }

  async #scanRadios(
    selects: (radio: string, channel: Channel) => boolean,
    flags: readonly string[],
  ): Promise<ScannedNetwork[]> {
    const networks = new Map<string, ScannedNetwork>();
    for (const { id, interface: device } of this.#options.radios) {
      const channels = (await this.#options.listChannels(id)).filter(
        (channel) => channel.enabled && selects(id, channel),
      );
      if (channels.length === 0) continue;
      const frequencies = channels.map(({ mhz }) => String(mhz));
      for (const network of await this.#scanRadio(device, [...frequencies, 'flush', ...flags]))
        networks.set(network.bssid, network);
    }
    return [...networks.values()];
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
