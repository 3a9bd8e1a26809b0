import type { TopoMessage } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { DeviceLink, LinkLog } from '../link/index.ts';

const LOOK_MS = 5_000;
const FULL_MS = 15 * 60_000;

export type Topology = Pick<TopoMessage, 'lldp' | 'fdb'>;

export interface TopologyWatchOptions {
  readonly link: DeviceLink;
  readonly clock: Clock;
  readonly log: LinkLog;
  readonly read: () => Promise<Topology>;
}

/** Tells the cloud who hangs at which port: when that changes, at each birth, and every quarter of an hour. */
export class TopologyWatch implements Disposable {
  readonly #options: TopologyWatchOptions;
  #told = '';
  #toldAt = 0;
  #latest: Topology = { lldp: [] };
  #cancel: () => void = () => undefined;
  #stopped = false;

  constructor(options: TopologyWatchOptions) {
    this.#options = options;
  }

  /** What was seen last. */
  get latest(): Topology {
    return this.#latest;
  }

  start(): void {
    if (this.#stopped) return;
    this.#cancel = this.#options.clock.after(LOOK_MS, () => {
      void this.look().then(() => this.start());
    });
  }

  tellAll(): void {
    this.#told = '';
    void this.look();
  }

  /** Never rejects. */
  async look(): Promise<void> {
    const { clock, link, log, read } = this.#options;
    try {
      this.#latest = await read();
      const now = clock.now();
      const text = JSON.stringify(this.#latest);
      if (this.#stopped || !link.online || (text === this.#told && now - this.#toldAt < FULL_MS)) return;
      if (!(await link.report('topo', this.#latest))) return;
      this.#told = text;
      this.#toldAt = now;
    } catch (error) {
      log.warn({ err: error }, 'the neighbours could not be read');
    }
  }

  [Symbol.dispose](): void {
    this.#stopped = true;
    this.#cancel();
  }
}
