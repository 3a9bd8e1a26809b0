/** The stage of the tests of an access point: a router, an access point with two radios, and three clients. */
import type { ConfigWlan, DeviceConfig } from '@northlight/contract/device-protocol';
import {
  createWirelessConfig,
  createWlan as createSampleWlan,
  WPA2,
} from '../../packages/agent/src/testing/wireless.ts';
import { createRouter, Device } from './device.ts';
import { Host } from './host.ts';
import type { Machine } from './machine.ts';
import { Stage } from './stage.ts';
import type { MachineSoftware } from './software.ts';
import { Station } from './station.ts';

export const KEY = 'correct horse battery';

export const RADIO_0 = { id: 'radio0', channel: 6, widthMhz: 20, powerDbm: 12 } as const;

/** Returns a network with the key `KEY`; its SSID is its name. */
export const createWlan = (name: string, own: Partial<ConfigWlan> = {}): ConfigWlan =>
  createSampleWlan({ name, ssid: name, security: { ...WPA2, ciphers: ['AES'], key: KEY }, ...own });

export const createConfiguration = (
  wlans: readonly ConfigWlan[],
  own: Partial<NonNullable<DeviceConfig['wireless']>> = {},
): DeviceConfig =>
  createWirelessConfig(wlans, {
    radios: [RADIO_0, { id: 'radio1', channel: 36, widthMhz: 20, powerDbm: 'auto' }],
    ...own,
  });

export class AccessPointSite implements AsyncDisposable {
  readonly #stage: Stage;
  readonly device: Device;
  readonly router: Host;
  readonly stations: readonly Station[];

  private constructor(stage: Stage, device: Device, router: Host, stations: readonly Station[]) {
    this.#stage = stage;
    this.device = device;
    this.router = router;
    this.stations = stations;
  }

  static async create(software: MachineSoftware): Promise<AccessPointSite> {
    const stage = await Stage.open(software, 5);
    const { agent, machine } = stage;
    const host = await Host.create(machine, 'ap');
    const router = await createRouter(machine, host, 'up0');
    for (const radio of [0, 1]) await stage.moveRadio(radio, host);
    const device = await Device.start(host, agent, {
      sn: 'NLAP000000000001',
      mac: '02:00:00:00:0a:01',
      model: 'NL-LAP',
      uplink: 'up0',
      radios: [
        { id: 'radio0', interface: 'wlan0', band: '2.4G' },
        { id: 'radio1', interface: 'wlan1', band: '5G' },
      ],
    });
    const stations: Station[] = [];
    for (const number of [1, 2, 3]) stations.push(await Station.create(stage, number, number + 1));
    return new AccessPointSite(stage, device, router, stations);
  }

  get machine(): Machine {
    return this.#stage.machine;
  }

  /** Returns what `iw` prints of the first radio. */
  readRadio(): Promise<string> {
    return this.device.host.run('iw', 'phy', 'phy0', 'info');
  }

  station(number: 1 | 2 | 3): Station {
    const station = this.stations[number - 1];
    if (!station) throw new Error(`There is no station ${number}.`);
    return station;
  }

  async disconnectAll(): Promise<void> {
    await Promise.all(this.stations.map((station) => station.leave()));
  }

  /** Returns the clients that the access point has reported as joined or changed. */
  reportedClients() {
    return this.device.cloud.received('clients').flatMap(({ join, upd }) => [...join, ...upd]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.device[Symbol.asyncDispose]();
    await this.#stage[Symbol.asyncDispose]();
  }
}
