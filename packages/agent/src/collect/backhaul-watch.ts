import type { BackhaulStat } from '@northlight/contract/device-protocol';
import { type Clock, startLoop } from '@northlight/runtime';
import type { DeviceLink, LinkLog } from '../link/index.ts';

const INTERVAL_MS = 5_000;

export interface BackhaulWatchOptions {
  readonly link: Pick<DeviceLink, 'reportEvent'>;
  readonly clock: Clock;
  readonly log: Pick<LinkLog, 'warn'>;
  readonly read: () => Promise<BackhaulStat | undefined>;
  /** Called when the node has connected to another parent. */
  readonly onChange: () => void;
}

/** Reads the backhaul of a mesh node every 5 s, and reports an event when its parent changes. */
export class BackhaulWatch implements AsyncDisposable {
  readonly #options: BackhaulWatchOptions;
  #latest: BackhaulStat | undefined;
  #parent: string | undefined;
  #loop: AsyncDisposable | undefined;

  constructor(options: BackhaulWatchOptions) {
    this.#options = options;
  }

  /** The backhaul of the last reading; undefined while the node has none. */
  get latest(): BackhaulStat | undefined {
    return this.#latest;
  }

  start(): void {
    const { clock, log } = this.#options;
    this.#loop = startLoop(
      clock,
      INTERVAL_MS,
      () => this.check(),
      (error) => log.warn({ err: error }, 'the backhaul could not be read'),
    );
  }

  async check(): Promise<void> {
    const { link, onChange, read } = this.#options;
    this.#latest = await read();
    const parent = this.#latest?.parentMac;
    // A node that has no parent for a moment keeps its earlier one for the comparison.
    if (parent === undefined || parent === this.#parent) return;
    const isFirst = this.#parent === undefined;
    this.#parent = parent;
    if (!isFirst) await link.reportEvent('parent-changed', 'info', { parent });
    onChange();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop?.[Symbol.asyncDispose]();
  }
}
