import type { TopoMessage } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { DeviceLink, LinkLog } from '../link/index.ts';

const REFRESH_MS = 5_000;
/**
 * Minimum time between reports of changed addresses alone, because learned addresses change with each client.
 */
const ADDRESSES_MS = 60_000;
const FULL_MS = 15 * 60_000;

export type Topology = Pick<TopoMessage, 'lldp' | 'fdb'>;

export interface TopologyWatchOptions {
  readonly link: DeviceLink;
  readonly clock: Clock;
  readonly log: LinkLog;
  readonly read: () => Promise<Topology>;
}

/** Reports which devices are connected to which port: after changes, after each birth, and every 15 min. */
export class TopologyWatch implements Disposable {
  readonly #options: TopologyWatchOptions;
  #reported = { lldp: '', all: '' };
  #reportedAt = Number.NEGATIVE_INFINITY;
  #latest: Topology = { lldp: [] };
  #cancel: () => void = () => undefined;
  #stopped = false;

  constructor(options: TopologyWatchOptions) {
    this.#options = options;
  }

  get latest(): Topology {
    return this.#latest;
  }

  start(): void {
    if (this.#stopped) return;
    this.#cancel = this.#options.clock.after(REFRESH_MS, () => {
      void this.refresh().then(() => this.start());
    });
  }

  sendAll(): Promise<void> {
    this.#reported = { lldp: '', all: '' };
    return this.refresh();
  }

  /** Reads the topology and reports it if a report is due. Never rejects. */
  async refresh(): Promise<void> {
    const { clock, link, log, read } = this.#options;
    try {
      this.#latest = await read();
      const now = clock.now();
      const next = { lldp: JSON.stringify(this.#latest.lldp), all: JSON.stringify(this.#latest) };
      if (this.#stopped || !link.online || !this.#isDue(next, now - this.#reportedAt)) return;
      if (!(await link.report('topo', this.#latest))) return;
      this.#reported = next;
      this.#reportedAt = now;
    } catch (error) {
      log.warn({ err: error }, 'the neighbours could not be read');
    }
  }

  #isDue({ all, lldp }: { readonly lldp: string; readonly all: string }, age: number): boolean {
    if (lldp !== this.#reported.lldp || age >= FULL_MS) return true;
    return all !== this.#reported.all && age >= ADDRESSES_MS;
  }

  [Symbol.dispose](): void {
    this.#stopped = true;
    this.#cancel();
  }
}
