import { type FSWatcher, watch } from 'node:fs';
import type { ClientReport } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { DeviceLink, LinkLog } from '../link/index.ts';
import { diffClients } from './client-list.ts';

/**
 * Delay after a change of the lease file, to combine several changes. With the second refresh, a new lease is
 * reported within 2 s.
 */
const REFRESH_DELAY_MS = 150;
/** Delay until a second refresh. At that time the switch has learned the client's MAC. */
const SECOND_REFRESH_MS = 1_500;
const SWEEP_MS = 10_000;
/** Interval of traffic updates. Joining and leaving clients are reported without delay. */
const TRAFFIC_MS = 30_000;

/** Source of the client list, which differs between the kinds of devices. */
export interface ClientSource {
  /** Lists all connected clients. `since` is the join time (ms) of known clients by MAC. */
  list(since: ReadonlyMap<string, number>, now: number): Promise<ClientReport[]>;
  /** Directory that changes when a client may have joined. */
  readonly directory?: string;
  /** Sends a request to each client. The answer shows that the client is still connected. */
  probe?(clients: Iterable<ClientReport>): void;
}

export interface ClientWatchOptions {
  readonly link: DeviceLink;
  readonly source: ClientSource;
  readonly clock: Clock;
  readonly log: LinkLog;
}

/**
 * Reports joining and leaving clients, after changes of the watched directory and at each periodic refresh.
 */
export class ClientWatch implements Disposable {
  readonly #options: ClientWatchOptions;
  readonly #reported = new Map<string, ClientReport>();
  #watcher: FSWatcher | undefined;
  #timers = new Set<() => void>();
  #refreshing: Promise<void> = Promise.resolve();
  #needsFull = true;
  #trafficAt = 0;
  #stopped = false;

  constructor(options: ClientWatchOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#reported.size;
  }

  start(): void {
    const { log, source } = this.#options;
    if (source.directory !== undefined)
      this.#watcher = watch(source.directory, { persistent: false }, () => {
        this.#after(REFRESH_DELAY_MS, () => this.refresh());
        this.#after(SECOND_REFRESH_MS, () => this.refresh());
      }).on('error', (error) => log.warn({ err: error }, 'the clients cannot be watched'));
    this.#sweep();
  }

  /** Sends the full client list at the next report. */
  sendAll(): void {
    this.#needsFull = true;
    this.refresh();
  }

  refresh(): void {
    this.#refreshing = this.#refreshing
      .then(() => this.#refresh())
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'the clients could not be listed');
      });
  }

  [Symbol.dispose](): void {
    this.#stopped = true;
    for (const cancel of this.#timers) cancel();
    this.#watcher?.close();
  }

  async #refresh(): Promise<void> {
    const { clock, link, source } = this.#options;
    if (this.#stopped || !link.online) return;
    const since = new Map([...this.#reported].map(([mac, client]) => [mac, client.since ?? 0] as const));
    const now = clock.now();
    const clients = await source.list(since, now);
    const full = this.#needsFull;
    const traffic = now - this.#trafficAt >= TRAFFIC_MS;
    const change = full
      ? { join: clients, upd: [], leave: [] }
      : diffClients(this.#reported, clients, traffic);
    if (traffic) this.#trafficAt = now;
    if (!full && change.join.length + change.upd.length + change.leave.length === 0) return;
    this.#reported.clear();
    for (const client of clients) this.#reported.set(client.mac, client);
    this.#needsFull = !(await link.report('clients', { full, ...change }));
  }

  #sweep(): void {
    this.#options.source.probe?.(this.#reported.values());
    this.#after(SECOND_REFRESH_MS, () => this.refresh());
    this.#after(SWEEP_MS, () => this.#sweep());
  }

  #after(ms: number, act: () => void): void {
    if (this.#stopped) return;
    const cancel = this.#options.clock.after(ms, () => {
      this.#timers.delete(cancel);
      act();
    });
    this.#timers.add(cancel);
  }
}
