import { readFile } from 'node:fs/promises';
import type { Band, ClientReport, RadioStat } from '@northlight/contract/device-protocol';
import type { ClientSource } from '../collect/client-watch.ts';
import { parseLeases } from '../collect/leases.ts';
import { CommandFailed, type Run } from '../system/run.ts';
import type { Air } from './air.ts';
import { readInterfaces } from './iw.ts';
import type { Bss } from './render.ts';
import { parseStations, type Station } from './stations.ts';

export interface ApClientsOptions {
  readonly air: Air;
  readonly run: Run;
  readonly leaseFile: string;
  readonly radios: readonly { readonly id: string; readonly band: Band }[];
}

/** An access point knows its clients by who has joined. */
export class ApClients implements ClientSource {
  readonly #options: ApClientsOptions;

  constructor(options: ApClientsOptions) {
    this.#options = options;
  }

  async list(since: ReadonlyMap<string, number>, now: number): Promise<ClientReport[]> {
    const { leaseFile, radios } = this.#options;
    const leases = parseLeases(await readFile(leaseFile, 'utf8').catch(() => ''));
    const clients = (await this.#joined()).map(({ bss, station }): ClientReport => {
      const { mac } = station;
      const lease = bss.bridge.startsWith('nlnat') ? leases.find((one) => one.mac === mac) : undefined;
      const band = radios.find(({ id }) => id === bss.radio)?.band;
      return {
        mac,
        ssid: bss.ssid,
        ...(band !== undefined && { band }),
        ...(bss.vlanId !== undefined && { vlan: bss.vlanId }),
        ...(lease && { ip: lease.ip, ...(lease.name !== undefined && { name: lease.name }) }),
        ...(station.signalDbm !== undefined && { signalDbm: station.signalDbm }),
        rxBytes: station.receivedBytes,
        txBytes: station.sentBytes,
        ...(station.receiveKbps !== undefined && { rxRateKbps: station.receiveKbps }),
        ...(station.sendKbps !== undefined && { txRateKbps: station.sendKbps }),
        since: since.get(mac) ?? now - station.connectedSeconds * 1000,
      };
    });
    return [...new Map(clients.map((client) => [client.mac, client])).values()];
  }

  /** What each radio does now, as the kernel says. */
  async figures(): Promise<RadioStat[]> {
    const { air, radios, run } = this.#options;
    const interfaces = await readInterfaces(run);
    const joined = await this.#joined();
    return radios.map(({ id }): RadioStat => {
      const devices = air.wanted.filter(({ radio }) => radio === id).map(({ device }) => device);
      // In the order of the configuration.
      const speaking = devices.flatMap((own) =>
        interfaces.filter(({ device, ssid }) => device === own && ssid !== undefined),
      );
      const [first] = speaking;
      return {
        id,
        up: first !== undefined,
        ...(first?.channel !== undefined && { channel: first.channel }),
        ...(first?.widthMhz !== undefined && { widthMhz: first.widthMhz }),
        ...(first?.powerDbm !== undefined && { powerDbm: first.powerDbm }),
        clients: joined.filter(({ bss }) => bss.radio === id).length,
        ssids: speaking.flatMap(({ ssid }) => ssid ?? []),
      };
    });
  }

  /** Sends a client away from wherever it is; false when it is nowhere here. */
  async kick(mac: string): Promise<boolean> {
    const there = (await this.#joined()).filter(({ station }) => station.mac === mac);
    for (const { bss } of there) await this.#options.air.daemon.ask(bss.device, 'deauthenticate', mac);
    return there.length > 0;
  }

  async #joined(): Promise<{ readonly bss: Bss; readonly station: Station }[]> {
    const { air } = this.#options;
    const lists = await Promise.all(
      air.wanted.map(async (bss) => {
        // A process that has just ended has no clients.
        const text = await air.daemon.ask(bss.device, 'all_sta').catch((error: unknown) => {
          if (error instanceof CommandFailed) return '';
          throw error;
        });
        return parseStations(text).map((station) => ({ bss, station }));
      }),
    );
    return lists.flat();
  }
}
