import { STAT_INTERVAL_MS } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { DeviceLink, LinkLog, Telemetry } from '../link/index.ts';
import type { LldpDaemon } from '../system/lldp-daemon.ts';
import type { LldpNeighbour } from '../system/lldp-neighbours.ts';
import { type ClientSource, ClientWatch } from './client-watch.ts';
import { type Topology, TopologyWatch } from './topology-watch.ts';

/** Delay that combines several changes into one report. */
const CHANGE_DELAY_MS = 300;
const RESTART_CHECK_MS = 5_000;

export interface ReporterOptions {
  readonly link: DeviceLink;
  readonly clock: Clock;
  readonly log: LinkLog;
  readonly clients: ClientSource;
  readonly lldp: LldpDaemon;
  readonly figures: () => Promise<Omit<Telemetry['stat'], 'clients'>>;
  readonly topology: () => Promise<Omit<Topology, 'lldp'>>;
  /** Calls `onChange` when figures or neighbours may have changed. */
  readonly watch?: (onChange: () => void) => Promise<Disposable & { readonly ended: boolean }>;
}

/** Sends all telemetry of a device: figures every minute and after changes, clients, and neighbours. */
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

  /** Returns the LLDP neighbours of the last read. */
  get neighbours(): readonly LldpNeighbour[] {
    return this.#topology.latest.lldp;
  }

  start(): void {
    const { lldp, log } = this.#options;
    lldp.start().catch((error: unknown) => log.warn({ err: error }, 'the LLDP daemon could not be started'));
    this.#clients.start();
    this.#topology.start();
    this.#everyMinute();
    this.#watch();
  }

  /** Reports the neighbours and learned addresses of this moment. */
  async sendTopology(): Promise<void> {
    await this.#topology.sendAll();
  }

  /** Sends full figures, topology and clients; called after each birth. */
  sendAll(): void {
    this.#sendFigures();
    void this.#topology.sendAll();
    this.#clients.sendAll();
  }

  /** Sends changed figures, topology and clients soon. */
  refresh(): void {
    this.#after('change', CHANGE_DELAY_MS, () => {
      this.#sendFigures();
      void this.#topology.refresh();
      this.#clients.refresh();
    });
  }

  [Symbol.dispose](): void {
    this.#stopped = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#watching?.[Symbol.dispose]();
    this.#clients[Symbol.dispose]();
    this.#topology[Symbol.dispose]();
  }

  #sendFigures(): void {
    const { figures, link, log } = this.#options;
    if (!link.online) return;
    figures()
      .then((stat) => link.report('stat', { ...stat, clients: this.#clients.count }))
      .catch((error: unknown) => log.warn({ err: error }, 'the figures could not be read'));
  }

  #everyMinute(): void {
    this.#after('figures', STAT_INTERVAL_MS, () => {
      this.#sendFigures();
      this.#everyMinute();
    });
  }

  #watch(): void {
    const { watch } = this.#options;
    if (!watch || this.#stopped) return;
    if (this.#watching?.ended !== false) {
      this.#watching = undefined;
      watch(() => this.refresh()).then(
        (watching) => {
          if (this.#stopped) watching[Symbol.dispose]();
          else this.#watching = watching;
        },
        // Ignores the error, because the switch may still be starting; the timer tries again.
        () => undefined,
      );
    }
    this.#after('watch', RESTART_CHECK_MS, () => this.#watch());
  }

  /** Sets a named timer, replacing one of the same name. */
  #after(name: string, ms: number, act: () => void): void {
    this.#timers.get(name)?.();
    if (!this.#stopped) this.#timers.set(name, this.#options.clock.after(ms, act));
  }
}
