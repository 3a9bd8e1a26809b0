import { type FSWatcher, watch } from 'node:fs';
import type { ClientReport } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { DeviceLink, LinkLog } from '../link/index.ts';
import { diffClients } from './client-list.ts';

/** A lease is told within two seconds: this long after the file has changed, and again when the switch has learned. */
const SETTLE_MS = 150;
const LOOK_AGAIN_MS = 1_500;
const SWEEP_MS = 10_000;
/** Bytes and rates are told this often; who joins and leaves, at once. */
const TRAFFIC_MS = 30_000;

/** Where a device sees its clients. */
export interface ClientSource {
  /** Everybody who is there. `since` says when each known one joined, by MAC. */
  list(since: ReadonlyMap<string, number>, now: number): Promise<ClientReport[]>;
  /** A directory in which a change means that somebody may have joined. */
  readonly directory?: string;
  /** Finds out whether these are still there. */
  ask?(clients: Iterable<ClientReport>): void;
}

export interface ClientWatchOptions {
  readonly link: DeviceLink;
  readonly source: ClientSource;
  readonly clock: Clock;
  readonly log: LinkLog;
}

/** Tells the cloud who joins and leaves: at every change of the watched directory, and in a sweep for those that just go. */
export class ClientWatch implements Disposable {
  readonly #options: ClientWatchOptions;
  readonly #told = new Map<string, ClientReport>();
  #watcher: FSWatcher | undefined;
  #timers = new Set<() => void>();
  #looking: Promise<void> = Promise.resolve();
  #full = true;
  #trafficAt = 0;
  #stopped = false;

  constructor(options: ClientWatchOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#told.size;
  }

  start(): void {
    const { log, source } = this.#options;
    if (source.directory !== undefined)
      this.#watcher = watch(source.directory, { persistent: false }, () => {
        this.#after(SETTLE_MS, () => this.look());
        this.#after(LOOK_AGAIN_MS, () => this.look());
      }).on('error', (error) => log.warn({ err: error }, 'the clients cannot be watched'));
    this.#sweep();
  }

  /** The next message carries everybody. */
  tellAll(): void {
    this.#full = true;
    this.look();
  }

  look(): void {
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'the clients could not be listed');
      });
  }

  [Symbol.dispose](): void {
    this.#stopped = true;
    for (const cancel of this.#timers) cancel();
    this.#watcher?.close();
  }

  async #look(): Promise<void> {
    const { clock, link, source } = this.#options;
    if (this.#stopped || !link.online) return;
    const since = new Map([...this.#told].map(([mac, client]) => [mac, client.since ?? 0] as const));
    const now = clock.now();
    const clients = await source.list(since, now);
    const full = this.#full;
    const traffic = now - this.#trafficAt >= TRAFFIC_MS;
    const change = full ? { join: clients, upd: [], leave: [] } : diffClients(this.#told, clients, traffic);
    if (traffic) this.#trafficAt = now;
    if (!full && change.join.length + change.upd.length + change.leave.length === 0) return;
    this.#told.clear();
    for (const client of clients) this.#told.set(client.mac, client);
    this.#full = !(await link.report('clients', { full, ...change }));
  }

  #sweep(): void {
    this.#options.source.ask?.(this.#told.values());
    this.#after(LOOK_AGAIN_MS, () => this.look());
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
