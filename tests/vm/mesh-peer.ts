/** A mesh node in the machine that uses wpa_supplicant (802.11s with SAE), without code of this project. */
import { Host } from './host.ts';
import type { Stage } from './stage.ts';

export interface MeshSettings {
  readonly id: string;
  readonly key: string;
  readonly mhz: number;
}

export class MeshPeer {
  readonly host: Host;
  readonly device: string;
  readonly mac: string;

  private constructor(host: Host, device: string, mac: string) {
    this.host = host;
    this.device = device;
    this.mac = mac;
  }

  /** Moves a radio into a host of its own. */
  static async create(stage: Stage, name: string, radio: number): Promise<MeshPeer> {
    const host = await Host.create(stage.machine, name);
    await stage.moveRadio(radio, host);
    const device = `wlan${radio}`;
    await host.run('iw', 'dev', device, 'set', 'type', 'mp');
    const mac = (await host.run('cat', `/sys/class/net/${device}/address`)).trim();
    return new MeshPeer(host, device, mac);
  }

  async join({ id, key, mhz }: MeshSettings): Promise<void> {
    const { device, host } = this;
    const network = ['mode=5', `ssid="${id}"`, `frequency=${mhz}`, 'key_mgmt=SAE', `sae_password="${key}"`];
    await host.write(
      `/run/${host.name}.conf`,
      `network={\n${[...network, 'ieee80211w=2', ''].join('\n')}}\n`,
    );
    const files = [
      '-c',
      `/run/${host.name}.conf`,
      '-P',
      `/run/${host.name}.pid`,
      '-f',
      `/run/${host.name}.log`,
    ];
    await host.run('wpa_supplicant', '-B', '-D', 'nl80211', '-i', device, ...files);
  }

  async leave(): Promise<void> {
    await this.host.succeeds('pkill', '-F', `/run/${this.host.name}.pid`);
  }

  /** Returns the connected peers with the figures that the kernel prints, by MAC address. */
  async peers(): Promise<ReadonlyMap<string, string>> {
    const text = await this.host.run('iw', 'dev', this.device, 'station', 'dump');
    const parts = text.split(/^(?=Station )/m).filter((part) => part.includes('ESTAB'));
    return new Map(parts.map((part) => [/^Station (\S+)/.exec(part)?.[1] ?? '', part]));
  }
}
