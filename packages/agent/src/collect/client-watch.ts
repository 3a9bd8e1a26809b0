import { createSocket, type Socket } from 'node:dgram';
import { type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ClientReport } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { GatewaySystem } from '../gateway/gateway-system.ts';
import type { DeviceLink, LinkLog } from '../link/index.ts';
import { readNeighbours } from '../system/json-commands.ts';
import type { Run } from '../system/run.ts';
import { diffClients, listClients } from './client-list.ts';
import { readForwardingTable } from './forwarding-table.ts';
import { type Lease, parseLeases } from './leases.ts';

/** A lease is told within two seconds: this long after the file has changed, and again when the switch has learned. */
const SETTLE_MS = 150;
const LOOK_AGAIN_MS = 1_500;
const SWEEP_MS = 10_000;
/** The discard port: a datagram to it makes the kernel ask whether the client is still there. */
const DISCARD_PORT = 9;

export interface ClientWatchOptions {
  readonly link: DeviceLink;
  readonly system: GatewaySystem;
  readonly lan: readonly string[];
  readonly run: Run;
  readonly clock: Clock;
  readonly log: LinkLog;
}

/** Tells the cloud who joins and leaves: at every change of the lease file, and in a sweep for those that just go. */
export class ClientWatch implements Disposable {
  readonly #options: ClientWatchOptions;
  readonly #told = new Map<string, ClientReport>();
  #watcher: FSWatcher | undefined;
  #socket: Socket | undefined;
  #timers = new Set<() => void>();
  #looking: Promise<void> = Promise.resolve();
  #full = true;
  #stopped = false;

  constructor(options: ClientWatchOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#told.size;
  }

  start(): void {
    const { log, system } = this.#options;
    this.#socket = createSocket('udp4').on('error', () => undefined);
    this.#socket.unref();
    this.#watcher = watch(dirname(system.leaseFile), { persistent: false }, () => {
      this.#after(SETTLE_MS, () => this.look());
      this.#after(LOOK_AGAIN_MS, () => this.look());
    }).on('error', (error) => log.warn({ err: error }, 'the lease file cannot be watched'));
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
    this.#socket?.close();
  }

  async #look(): Promise<void> {
    const { clock, lan, link, run, system } = this.#options;
    if (this.#stopped || !link.online) return;
    const [leases, neighbours, forwarding] = await Promise.all([
      this.#leases(),
      readNeighbours(run),
      readForwardingTable(system, run),
    ]);
    const since = new Map([...this.#told].map(([mac, client]) => [mac, client.since ?? 0] as const));
    const clients = listClients({ leases, neighbours, forwarding, lan, since, now: clock.now() });
    const full = this.#full;
    const change = full ? { join: clients, upd: [], leave: [] } : diffClients(this.#told, clients);
    if (!full && change.join.length + change.upd.length + change.leave.length === 0) return;
    this.#told.clear();
    for (const client of clients) this.#told.set(client.mac, client);
    this.#full = !(await link.report('clients', { full, ...change }));
  }

  async #leases(): Promise<Lease[]> {
    return parseLeases(await readFile(this.#options.system.leaseFile, 'utf8').catch(() => ''));
  }

  #sweep(): void {
    for (const { ip } of this.#told.values())
      if (ip !== undefined) this.#socket?.send('', DISCARD_PORT, ip, () => undefined);
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
