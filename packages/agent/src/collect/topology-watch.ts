import type { TopoMessage } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { DeviceLink, LinkLog } from '../link/index.ts';

const LOOK_MS = 5_000;
/** Learned addresses come and go all the time: a change of them alone is told this often at most. */
const ADDRESSES_MS = 60_000;
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
  #told = { lldp: '', all: '' };
  #toldAt = Number.NEGATIVE_INFINITY;
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
    this.#told = { lldp: '', all: '' };
    void this.look();
  }

  /** Never rejects. */
  async look(): Promise<void> {
    const { clock, link, log, read } = this.#options;
    try {
      this.#latest = await read();
      const now = clock.now();
      const next = { lldp: JSON.stringify(this.#latest.lldp), all: JSON.stringify(this.#latest) };
      if (this.#stopped || !link.online || !this.#isDue(next, now - this.#toldAt)) return;
      if (!(await link.report('topo', this.#latest))) return;
      this.#told = next;
      this.#toldAt = now;
    } catch (error) {
      log.warn({ err: error }, 'the neighbours could not be read');
    }
  }

  #isDue({ all, lldp }: { readonly lldp: string; readonly all: string }, age: number): boolean {
    if (lldp !== this.#told.lldp || age >= FULL_MS) return true;
    return all !== this.#told.all && age >= ADDRESSES_MS;
  }

  [Symbol.dispose](): void {
    this.#stopped = true;
    this.#cancel();
  }
}
