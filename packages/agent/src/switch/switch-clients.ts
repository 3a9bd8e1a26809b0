import type { ClientReport } from '@northlight/contract/device-protocol';
import type { ClientSource } from '../collect/client-watch.ts';
import type { LearnedAddress } from './address-table.ts';

export interface SwitchClientsOptions {
  readonly learned: () => Promise<readonly LearnedAddress[]>;
  /** Ports that lead to other network devices: what is behind them is theirs to tell of. */
  readonly leadsOn: (port: string) => boolean;
  readonly isOwn: (mac: string) => boolean;
}

/** A switch knows its clients by what it has learned at the ports where nothing else of the network hangs. */
export class SwitchClients implements ClientSource {
  readonly #options: SwitchClientsOptions;

  constructor(options: SwitchClientsOptions) {
    this.#options = options;
  }

  async list(since: ReadonlyMap<string, number>, now: number): Promise<ClientReport[]> {
    const { isOwn, leadsOn, learned } = this.#options;
    const here = (await learned()).filter(({ mac, port }) => !isOwn(mac) && !leadsOn(port));
    const clients = here.map(({ mac, port, vlan }) => ({ mac, port, vlan, since: since.get(mac) ?? now }));
    return [...new Map(clients.map((client) => [client.mac, client])).values()];
  }
}
