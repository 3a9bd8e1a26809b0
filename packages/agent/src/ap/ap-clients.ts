import { readFile } from 'node:fs/promises';
import type { Band, ClientReport, RadioStat } from '@northlight/contract/device-protocol';
import type { ClientSource } from '../collect/client-watch.ts';
import { parseLeases } from '../collect/leases.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import type { BssScheduler } from './bss-scheduler.ts';
import type { AirMeter } from '../radio/air-meter.ts';
import { readInterfaces } from '../radio/iw.ts';
import type { RadarReader } from '../radio/radar-finds.ts';
import type { Bss } from './render.ts';
import { parseStations, type Station } from './stations.ts';

export interface ApClientsOptions {
  readonly bssScheduler: BssScheduler;
  readonly run: RunProgram;
  readonly leaseFile: string;
  readonly radios: readonly { readonly id: string; readonly band: Band }[];
  readonly airMeter: AirMeter;
  readonly radarReader: RadarReader;
}

/** Lists the clients associated with an access point. */
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

  /** Reads the current figures of each radio from the kernel. */
  async figures(): Promise<RadioStat[]> {
    const { airMeter, bssScheduler, radarReader, radios, run } = this.#options;
    const interfaces = await readInterfaces(run);
    const joined = await this.#joined();
    const figures = radios.map(async ({ id }): Promise<RadioStat> => {
      const devices = bssScheduler.scheduled.filter(({ radio }) => radio === id).map(({ device }) => device);
      // Lists the SSIDs in the order of the configuration.
      const broadcasting = devices.flatMap((own) =>
        interfaces.filter(({ device, ssid }) => device === own && ssid !== undefined),
      );
      const [first] = broadcasting;
      const radar = await radarReader.read(id);
      return {
        id,
        up: first !== undefined,
        ...(first?.channel !== undefined && { channel: first.channel }),
        ...(first?.widthMhz !== undefined && { widthMhz: first.widthMhz }),
        ...(first?.powerDbm !== undefined && { powerDbm: first.powerDbm }),
        clients: joined.filter(({ bss }) => bss.radio === id).length,
        ssids: broadcasting.flatMap(({ ssid }) => ssid ?? []),
        bssids: broadcasting.map(({ mac }) => mac),
        ...(await airMeter.read(
          id,
          broadcasting.map(({ device }) => device),
        )),
        ...(radar.length > 0 && { radar }),
      };
    });
    return Promise.all(figures);
  }

  /** Disconnects a client; returns false when the client is not connected to this device. */
  async kick(mac: string): Promise<boolean> {
    const connections = (await this.#joined()).filter(({ station }) => station.mac === mac);
    for (const { bss } of connections)
      await this.#options.bssScheduler.daemon.control(bss.device, 'deauthenticate', mac);
    return connections.length > 0;
  }

  async #joined(): Promise<{ readonly bss: Bss; readonly station: Station }[]> {
    const { bssScheduler } = this.#options;
    const lists = await Promise.all(
      bssScheduler.scheduled.map(async (bss) => {
        // Ignores the error of a process that has just exited and has no clients.
        const text = await bssScheduler.daemon.control(bss.device, 'all_sta').catch((error: unknown) => {
          if (error instanceof CommandFailed) return '';
          throw error;
        });
        return parseStations(text).map((station) => ({ bss, station }));
      }),
    );
    return lists.flat();
  }
}
