/** A Wi-Fi client in the machine: wpa_supplicant and a DHCP client, without code of this project. */
import { CommandFailed } from '@northlight/agent';
import { Host } from './host.ts';
import type { Stage } from './stage.ts';
import { pollUntil } from './poll-until.ts';

/** Settings of a `network` block of wpa_supplicant, in its syntax. */
export type NetworkBlock = Readonly<Record<string, string>>;

export const encodeSsidHex = (ssid: string): string => Buffer.from(ssid, 'utf8').toString('hex');
/** Returns an SSID as `iw` prints it: bytes outside printable ASCII, spaces and backslashes as `\\xNN`. */
export const formatSsidAsIw = (ssid: string): string =>
  [...Buffer.from(ssid, 'utf8')]
    .map((byte) =>
      byte > 0x20 && byte < 0x7f && byte !== 0x5c
        ? String.fromCharCode(byte)
        : `\\x${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');
export const createPskNetwork = (ssid: string, key: string): NetworkBlock => ({
  ssid: encodeSsidHex(ssid),
  key_mgmt: 'WPA-PSK',
  psk: `"${key}"`,
});
export const createSaeNetwork = (ssid: string, key: string): NetworkBlock => ({
  ssid: encodeSsidHex(ssid),
  key_mgmt: 'SAE',
  sae_password: `"${key}"`,
  ieee80211w: '2',
});
export const createOpenNetwork = (ssid: string): NetworkBlock => ({
  ssid: encodeSsidHex(ssid),
  key_mgmt: 'NONE',
});

/**
 * Channels to scan, which the access point may use. Simulated radios support many more, whose scan takes too
 * long.
 */
export const CHANNELS_MHZ = [2437, 5180, 5200, 5220, 5240, 5745, 5765, 5785, 5805];

const SCRIPT = `#!/bin/sh
case $1 in bound|renew) ip addr flush dev $interface; ip addr add $ip/$mask dev $interface; ip route replace default via $router;; esac
`;

export class Station {
  readonly host: Host;
  readonly device: string;
  readonly mac: string;

  private constructor(host: Host, device: string, mac: string) {
    this.host = host;
    this.device = device;
    this.mac = mac;
  }

  /** Moves a radio into a new host. */
  static async create(stage: Stage, number: number, radio: number): Promise<Station> {
    const host = await Host.create(stage.machine, `sta${number}`);
    await stage.moveRadio(radio, host);
    const device = `wlan${radio}`;
    const mac = (await host.run('cat', `/sys/class/net/${device}/address`)).trim();
    await host.write('/run/udhcpc.sh', SCRIPT);
    await host.run('chmod', '755', '/run/udhcpc.sh');
    return new Station(host, device, mac);
  }

  /** Starts joining a network, after leaving the current one. Does not wait for the connection. */
  async startJoining(network: NetworkBlock): Promise<void> {
    await this.leave();
    const lines = Object.entries({ scan_ssid: '1', scan_freq: CHANNELS_MHZ.join(' '), ...network }).map(
      ([name, value]) => `${name}=${value}\n`,
    );
    await this.host.write(
      this.#file('conf'),
      `ctrl_interface=${this.#file('ctl')}\nsae_pwe=2\nnetwork={\n${lines.join('')}}\n`,
    );
    await this.host.run(
      'wpa_supplicant',
      '-B',
      '-i',
      this.device,
      '-c',
      this.#file('conf'),
      '-P',
      this.#file('pid'),
      '-f',
      this.#file('log'),
    );
  }

  /** Disconnects, and clears the log and the address. */
  async leave(): Promise<void> {
    await this.host.succeeds('pkill', '-F', this.#file('pid'));
    await pollUntil(async () => {
      if (await this.host.succeeds('pgrep', '-F', this.#file('pid')))
        throw new Error('wpa_supplicant is still running.');
    });
    await this.host.succeeds('rm', '-rf', this.#file('log'), this.#file('pid'), this.#file('ctl'));
    await this.host.run('ip', '-4', 'address', 'flush', 'dev', this.device);
  }

  async status(): Promise<ReadonlyMap<string, string>> {
    const text = await this.host
      .run('wpa_cli', '-p', this.#file('ctl'), '-i', this.device, 'status')
      .catch((error: unknown) => {
        if (error instanceof CommandFailed) return '';
        throw error;
      });
    return new Map(
      text.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  }

  /** Resolves when the client is connected, with wpa_supplicant's status (`key_mgmt`, `ssid`…). */
  waitUntilConnected(seconds = 40): Promise<ReadonlyMap<string, string>> {
    return pollUntil(async () => {
      const status = await this.status();
      if (status.get('wpa_state') !== 'COMPLETED')
        throw new Error(`${this.host.name} is ${status.get('wpa_state')}.`);
      return status;
    }, seconds);
  }

  async join(network: NetworkBlock, seconds = 40): Promise<ReadonlyMap<string, string>> {
    await this.startJoining(network);
    return this.waitUntilConnected(seconds);
  }

  async isConnected(): Promise<boolean> {
    return (await this.status()).get('wpa_state') === 'COMPLETED';
  }

  /** Returns the log of wpa_supplicant since it started joining; empty without a log. */
  log(): Promise<string> {
    return this.host.run('cat', this.#file('log')).catch(() => '');
  }

  /** Requests a DHCP lease; resolves with the address. */
  async requestLease(): Promise<string> {
    await this.host.run(
      'udhcpc',
      '-i',
      this.device,
      '-n',
      '-q',
      '-t',
      '8',
      '-T',
      '1',
      '-s',
      '/run/udhcpc.sh',
    );
    return (await this.host.addressOf(this.device)) ?? '';
  }

  /** Returns the SSIDs found by a scan, as `iw` prints them; the name of a hidden network is empty. */
  async scan(): Promise<string[]> {
    await this.host.run('ip', 'link', 'set', 'dev', this.device, 'up');
    const frequencies = CHANNELS_MHZ.map(String);
    const text = await pollUntil(() =>
      this.host.run('timeout', '12', 'iw', 'dev', this.device, 'scan', 'freq', ...frequencies, 'flush'),
    );
    return [...text.matchAll(/^\tSSID: ?(.*)$/gm)].map(([, name = '']) => name);
  }

  #file(kind: string): string {
    return `/run/${this.host.name}.${kind}`;
  }
}
