import { createSocket, type Socket } from 'node:dgram';
import { dirname } from 'node:path';
import type { ClientReport } from '@northlight/contract/device-protocol';
import { listClients } from '../collect/client-list.ts';
import { readTraffic, TrafficRates } from '../collect/client-traffic.ts';
import type { ClientSource } from '../collect/client-watch.ts';
import { readForwardingTable } from '../collect/forwarding-table.ts';
import { readAddresses, readNeighbours } from '../system/json-commands.ts';
import type { RunProgram } from '../system/run.ts';
import type { GatewaySystem } from './gateway-system.ts';

/** Discard port (UDP): a datagram to it makes the kernel look for the client by ARP. */
const DISCARD_PORT = 9;

export interface GatewayClientsOptions {
  readonly system: GatewaySystem;
  readonly lan: readonly string[];
  readonly run: RunProgram;
  /** Returns true for a network device, which is not a client. */
  readonly isInfrastructure: (mac: string) => boolean;
}

/** Lists a gateway's clients from leases, neighbour table, forwarding table and traffic counters. */
export class GatewayClients implements ClientSource, Disposable {
  readonly #options: GatewayClientsOptions;
  readonly #rates = new TrafficRates();
  readonly #socket: Socket;

  constructor(options: GatewayClientsOptions) {
    this.#options = options;
    this.#socket = createSocket('udp4').on('error', () => undefined);
    this.#socket.unref();
  }

  get directory(): string {
    return dirname(this.#options.system.leaseFile);
  }

  async list(since: ReadonlyMap<string, number>, now: number): Promise<ClientReport[]> {
    const { isInfrastructure, lan, run, system } = this.#options;
    const [leases, neighbours, addresses, forwarding, traffic] = await Promise.all([
      system.readLeases(),
      readNeighbours(run),
      readAddresses(run),
      readForwardingTable(system, run),
      readTraffic(run),
    ]);
    const clients = listClients({
      leases,
      neighbours,
      addresses,
      forwarding,
      lan,
      since,
      now,
    });
    const own = clients.filter(({ mac }) => !isInfrastructure(mac));
    this.#rates.retain(new Set(own.map(({ mac }) => mac)));
    return own.map((client) => {
      const counted = client.ip === undefined ? undefined : traffic.get(client.ip);
      return counted ? { ...client, ...this.#rates.update(client.mac, counted, now) } : client;
    });
  }

  probe(clients: Iterable<ClientReport>): void {
    for (const { ip } of clients)
      if (ip !== undefined) this.#socket.send('', DISCARD_PORT, ip, () => undefined);
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}
