import { STAT_INTERVAL_MS } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { DeviceLink, LinkLog, Telemetry } from '../link/index.ts';
import type { LldpDaemon } from '../system/lldp-daemon.ts';
import type { LldpNeighbour } from '../system/lldp-neighbours.ts';
import { type ClientSource, ClientWatch } from './client-watch.ts';
import { type Topology, TopologyWatch } from './topology-watch.ts';

/** Changes come in bunches: one word for all of them. */
const SETTLE_MS = 300;
const WATCH_AGAIN_MS = 5_000;

export interface ReporterOptions {
  readonly link: DeviceLink;
  readonly clock: Clock;
  readonly log: LinkLog;
  readonly clients: ClientSource;
  readonly lldp: LldpDaemon;
  readonly figures: () => Promise<Omit<Telemetry['stat'], 'clients'>>;
  readonly topology: () => Promise<Omit<Topology, 'lldp'>>;
  /** Calls when figures or neighbours may have changed. */
  readonly watch?: (onChange: () => void) => Promise<Disposable & { readonly ended: boolean }>;
}

/** Everything that a device tells by itself: figures every minute and at changes, clients, neighbours. */
export class Reporter implements Disposable {
  readonly #options: ReporterOptions;
  readonly #clients: ClientWatch;
  readonly #topology: TopologyWatch;
  readonly #timers = new Map<string, () => void>();
  #watching: (Disposable & { readonly ended: boolean }) | undefined;
  #stopped = false;

  constructor(options: ReporterOptions) {
    const { clients: source, clock, link, lldp, log, topology } = options;
    this.#options = options;
    this.#clients = new ClientWatch({ link, source, clock, log });
    const read = async (): Promise<Topology> => ({ lldp: await lldp.neighbours(), ...(await topology()) });
    this.#topology = new TopologyWatch({ link, clock, log, read });
  }

  /** Neighbours as they were heard last. */
  get neighbours(): readonly LldpNeighbour[] {
    return this.#topology.latest.lldp;
  }

  start(): void {
    const { lldp, log } = this.#options;
    lldp.start().catch((error: unknown) => log.warn({ err: error }, 'the neighbours are not listened for'));
    this.#clients.start();
    this.#topology.start();
    this.#everyMinute();
    this.#watch();
  }

  /** The cloud knows the device: it hears everything once. */
  tellAll(): void {
    this.#tellFigures();
    this.#topology.tellAll();
    this.#clients.tellAll();
  }

  [Symbol.dispose](): void {
    this.#stopped = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#watching?.[Symbol.dispose]();
    this.#clients[Symbol.dispose]();
    this.#topology[Symbol.dispose]();
  }

  #tellFigures(): void {
    const { figures, link, log } = this.#options;
    if (!link.online) return;
    figures()
      .then((stat) => link.report('stat', { ...stat, clients: this.#clients.count }))
      .catch((error: unknown) => log.warn({ err: error }, 'the figures could not be read'));
  }

  #everyMinute(): void {
    this.#after('figures', STAT_INTERVAL_MS, () => {
      this.#tellFigures();
      this.#everyMinute();
    });
  }

  #watch(): void {
    const { watch } = this.#options;
    if (!watch || this.#stopped) return;
    if (this.#watching?.ended !== false) {
      this.#watching = undefined;
      watch(() => this.#onChange()).then(
        (watching) => {
          if (this.#stopped) watching[Symbol.dispose]();
          else this.#watching = watching;
        },
        // The switch may be just starting: it is looked for again.
        () => undefined,
      );
    }
    this.#after('watch', WATCH_AGAIN_MS, () => this.#watch());
  }

  #onChange(): void {
    this.#after('change', SETTLE_MS, () => {
      this.#tellFigures();
      void this.#topology.look();
      this.#clients.look();
    });
  }

  /** One timer per name; a new one takes the place of the old. */
  #after(name: string, ms: number, act: () => void): void {
    this.#timers.get(name)?.();
    if (!this.#stopped) this.#timers.set(name, this.#options.clock.after(ms, act));
  }
}
