import type { ClientReport } from '@northlight/contract/device-protocol';
import type { ClientSource } from '../collect/client-watch.ts';
import type { LearnedAddress } from './address-table.ts';

export interface SwitchClientsOptions {
  readonly learned: () => Promise<readonly LearnedAddress[]>;
  /** Returns true for a port to another network device, which reports the clients behind it. */
  readonly isInfrastructurePort: (port: string) => boolean;
  readonly isOwn: (mac: string) => boolean;
}

/** Lists the clients of a switch: addresses that it has learned on ports without other network devices. */
export class SwitchClients implements ClientSource {
  readonly #options: SwitchClientsOptions;

  constructor(options: SwitchClientsOptions) {
    this.#options = options;
  }

  async list(since: ReadonlyMap<string, number>, now: number): Promise<ClientReport[]> {
    const { isOwn, isInfrastructurePort, learned } = this.#options;
    const ownClients = (await learned()).filter(
      ({ mac, port }) => !isOwn(mac) && !isInfrastructurePort(port),
    );
    const clients = ownClients.map(({ mac, port, vlan }) => ({
      mac,
      port,
      vlan,
      since: since.get(mac) ?? now,
    }));
    return [...new Map(clients.map((client) => [client.mac, client])).values()];
  }
}
