import { type Entropy, drawRandomInt, SeededEntropy } from '@northlight/runtime';
import { createMac, createSerialNumber } from '../identifiers.ts';
import type { ClientSpec, DeviceSpec } from '../spec.ts';

const CLIENT_NAMES = [
  'iPhone',
  'Galaxy',
  'Pixel',
  'iPad',
  'ThinkPad',
  'MacBook',
  'Xperia',
  'Surface',
  'Redmi',
  'Kindle',
];

type NewDevice = Pick<DeviceSpec, 'model' | 'name' | 'uplink' | 'meshRole' | 'bridgeMetres' | 'hasLldp'>;

/**
 * Builds a site. Assigns identities, addresses and ports in a fixed order, so that a seed determines the
 * site.
 */
export class SiteBuilder {
  readonly devices: DeviceSpec[] = [];
  readonly clients: ClientSpec[] = [];
  readonly entropy: Entropy;
  readonly #network: string;
  readonly #hosts = new Map<number, number>();
  readonly #ports = new Map<string, number>();
  #created = 0;

  /** `network` contains the first 2 bytes of every address, such as `10.10`. */
  constructor(seed: number, network: string) {
    this.entropy = new SeededEntropy(seed);
    this.#network = network;
  }

  device(own: NewDevice, vlan = 1): DeviceSpec {
    const spec = this.#create(own, vlan);
    this.devices.push(spec);
    return spec;
  }

  /** Creates a device that does not belong to the site yet. */
  spare(own: NewDevice, vlan = 1): DeviceSpec {
    return this.#create(own, vlan);
  }

  /** Returns the next free port of a device: `prefix1`, `prefix2` and so on. */
  port(device: DeviceSpec, prefix: string, from = 1): { sn: string; port: string } {
    const key = `${device.sn} ${prefix} ${from}`;
    const used = this.#ports.get(key) ?? 0;
    this.#ports.set(key, used + 1);
    return { sn: device.sn, port: `${prefix}${from + used}` };
  }

  /** Adds `count` wireless clients of an SSID. */
  guests(count: number, ssid: string, vlan: number): void {
    for (let index = 0; index < count; index++) {
      const make = CLIENT_NAMES[drawRandomInt(this.entropy, 0, CLIENT_NAMES.length - 1)] ?? 'Phone';
      const name = `${make}-${drawRandomInt(this.entropy, 100, 999)}`;
      this.clients.push({ mac: createMac(this.entropy), name, ip: this.address(vlan), vlan, ssid });
    }
  }

  wired(
    name: string,
    vlan: number,
    port: { sn: string; port: string },
    own: Partial<Pick<ClientSpec, 'ip' | 'isQuiet'>> = {},
  ): void {
    this.clients.push({ mac: createMac(this.entropy), name, ip: this.address(vlan), vlan, port, ...own });
  }

  /**
   * Returns the next address of a VLAN; continues in the next third byte when a network is full. The first address
   * belongs to the gateway, which is the first device of VLAN 1.
   */
  address(vlan: number): string {
    const host = (this.#hosts.get(vlan) ?? (vlan === 1 ? 0 : 1)) + 1;
    this.#hosts.set(vlan, host % 256 === 254 ? host + 2 : host);
    return `${this.#network}.${(vlan + Math.floor(host / 256)) % 256}.${host % 256}`;
  }

  #create(own: NewDevice, vlan: number): DeviceSpec {
    return {
      ...own,
      sn: createSerialNumber(this.entropy, ++this.#created),
      mac: createMac(this.entropy),
      vlan,
      ip: this.address(vlan),
    };
  }
}
