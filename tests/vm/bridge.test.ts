import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ConfigBridge, DeviceConfig } from '@northlight/contract/device-protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRouter, Device, pollUntil, UNTAGGED, VLAN_20 } from './device.ts';
import { Host, plugCable } from './host.ts';
import { buildMachineImage } from './image.ts';
import { Machine } from './machine.ts';
import { explainMissingForMachine } from './requirements.ts';
import { encodeSsidHex } from './station.ts';

const missing = explainMissingForMachine();

const KEY = 'barn and house';
const BASE_MAC = '02:00:00:00:0c:01';
const CLIENT_MAC = '02:00:00:00:0c:02';
/** A VLAN that the link does not carry. */
const OTHER_VLAN = 30;

const shared = {
  ssid: 'Barn link',
  key: KEY,
  widthMhz: 20,
  powerDbm: 12,
  distanceMetres: 300,
  country: 'DE',
} as const;
const base = (own: Partial<Extract<ConfigBridge, { mode: 'base' }>> = {}): DeviceConfig => ({
  vlans: [],
  dhcpPools: [],
  bridge: { mode: 'base', ...shared, channel: 36, maxClients: 4, vlans: [VLAN_20.id], ...own },
});
const client = (own: Partial<Extract<ConfigBridge, { mode: 'client' }>> = {}): DeviceConfig => ({
  vlans: [],
  dhcpPools: [],
  bridge: { mode: 'client', ...shared, vlans: [VLAN_20.id], ...own },
});

describe.skipIf(missing !== undefined)('a bridge link in the virtual machine', () => {
  let directory = '';
  let machine: Machine;
  let router: Host;
  /** Switches of the house and of the barn. The cable of the client bridge moves from one to the other. */
  let switches: Host;
  let barn: Host;
  let house: Device;
  let far: Device;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'nl-vm-'));
    await promisify(execFile)(process.execPath, ['scripts/bootstrap.js', 'agent:bundle', directory]);
    machine = await Machine.boot({ image: await buildMachineImage('node_modules/.cache/northlight-vm') });
    await machine.run(['modprobe', 'mac80211_hwsim', 'radios=3']);
    switches = await Host.create(machine, 'switches');
    const houseHost = await Host.create(machine, 'house');
    const farHost = await Host.create(machine, 'far');
    barn = await Host.create(machine, 'barn');
    router = await createRouter(machine, switches, 'router0');
    await plugCable(machine, switches, 'house0', houseHost, 'cable0');
    await plugCable(machine, switches, 'far0', farHost, 'cable0');
    await plugCable(machine, switches, 'barn0', barn, 'eth0');
    for (const name of ['housesw', 'barnsw']) {
      await switches.run('ip', 'link', 'add', 'name', name, 'type', 'bridge');
      await switches.run('ip', 'link', 'set', 'dev', name, 'up');
    }
    await plug('router0', 'housesw');
    await plug('house0', 'housesw');
    await plug('barn0', 'barnsw');
    // The installer configures the client on a table beside the router.
    await plug('far0', 'housesw');
    for (const [phy, host] of [houseHost, farHost].entries())
      await machine.run(['iw', 'phy', `phy${phy}`, 'set', 'netns', 'name', host.name]);
    await addVlan(router, 'lan0', OTHER_VLAN, '10.77.30.1');
    await barn.run('ip', 'address', 'add', `${UNTAGGED.base}.50/24`, 'dev', 'eth0');
    await addVlan(barn, 'eth0', VLAN_20.id, `${VLAN_20.base}.50`);
    await addVlan(barn, 'eth0', OTHER_VLAN, '10.77.30.50');
    const program = join(directory, 'northlight-agent.mjs');
    const start = (host: Host, sn: string, mac: string, radio: string) =>
      Device.start(host, program, {
        sn,
        mac,
        model: 'NL-LCPE',
        cable: 'cable0',
        bridge: { id: 'radio0', interface: radio, band: '5G' },
      });
    house = await start(houseHost, 'NLCPE00000000001', BASE_MAC, 'wlan0');
    far = await start(farHost, 'NLCPE00000000002', CLIENT_MAC, 'wlan1');
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      process.stderr.write(`${await house.output()}\n${await far.output()}\n`);
  });

  afterAll(async () => {
    await house?.[Symbol.asyncDispose]();
    await far?.[Symbol.asyncDispose]();
    await machine?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });

  const plug = (cable: string, name: string): Promise<string> =>
    switches.run('ip', 'link', 'set', 'dev', cable, 'master', name);
  async function addVlan(host: Host, device: string, id: number, address: string): Promise<void> {
    const name = `${device}.${id}`;
    await host.run('ip', 'link', 'add', 'link', device, 'name', name, 'type', 'vlan', 'id', String(id));
    await host.run('ip', 'address', 'add', `${address}/24`, 'dev', name);
    await host.run('ip', 'link', 'set', 'dev', name, 'up');
  }
  const statOf = (device: Device) => device.cloud.received('stat').at(-1)?.bridge;
  const waitUntilLinked = (): Promise<void> =>
    pollUntil(async () => expect(await barn.reaches(UNTAGGED.router)).toBe(true), 90);
  /** Returns what the kernel of the base measures of a peer; empty if it is not connected. */
  async function baseStation(mac: string): Promise<string> {
    const devices = [...(await house.host.run('iw', 'dev')).matchAll(/Interface (nlb0\S*)/g)];
    const dumps = await Promise.all(
      devices.map(([, device = '']) =>
        house.host.run('iw', 'dev', device, 'station', 'dump').catch(() => ''),
      ),
    );
    const parts = dumps.flatMap((text) => text.split(/^(?=Station )/m));
    return parts.find((part) => part.startsWith(`Station ${mac}`)) ?? '';
  }

  it('comes up after the client is carried to the barn, and both ends report it', async () => {
    await pollUntil(() => {
      for (const device of [house, far])
        expect(device.cloud.received('birth')[0]).toMatchObject({ caps: { kind: 'cpe' } });
    }, 120);
    expect(await far.configure(client())).toMatchObject({ status: 'applied', issues: [] });
    await plug('far0', 'barnsw');
    expect(await house.configure(base())).toMatchObject({ status: 'applied', issues: [] });
    await waitUntilLinked();
    await pollUntil(() => {
      expect(statOf(house)).toMatchObject({
        mode: 'base',
        channel: 36,
        widthMhz: 20,
        powerDbm: 12,
        peers: [{ mac: CLIENT_MAC }],
      });
      expect(statOf(far)).toMatchObject({ mode: 'client', channel: 36, peers: [{ mac: BASE_MAC }] });
    }, 120);
    const kernel = await baseStation(CLIENT_MAC);
    expect(statOf(house)?.peers[0]).toMatchObject({
      signalDbm: Number(/signal:\s*(-\d+)/.exec(kernel)?.[1]),
    });
  });

  it('carries its VLAN tagged between two plain hosts, and no other VLAN', async () => {
    const capture = await far.host.start('tcpdump', '-n', '-c', '1', '-i', 'nlb0', 'vlan 20 and icmp');
    await pollUntil(async () => expect(await capture.output()).toContain('listening on'));
    expect(await barn.reaches(VLAN_20.router)).toBe(true);
    await pollUntil(async () => expect(await capture.output()).toContain('1 packet captured'));
    expect(await barn.reaches('10.77.30.1')).toBe(false);
    expect(await house.configure(base({ vlans: 'all' }))).toMatchObject({ status: 'applied' });
    await waitUntilLinked();
    expect(await far.configure(client({ vlans: 'all' }))).toMatchObject({ status: 'applied' });
    await waitUntilLinked();
    expect(await barn.reaches('10.77.30.1')).toBe(true);
  });

  it('reports every second while the antenna is aligned', async () => {
    const before = house.cloud.received('stat').length;
    expect(await house.command('align', { seconds: 10 })).toMatchObject({ state: 'done' });
    await pollUntil(() => expect(house.cloud.received('stat').length - before).toBeGreaterThanOrEqual(4), 30);
  });

  it('accepts a client of other software with the key, and refuses one with another key', async () => {
    const plain = await PlainClient.create(machine, 2);
    await plain.join(KEY);
    await pollUntil(async () => expect(await baseStation(plain.mac)).toContain('authorized:\tyes'), 60);
    await plain.host.run('ip', 'address', 'add', `${UNTAGGED.base}.60/24`, 'dev', plain.device);
    await pollUntil(async () => expect(await plain.host.reaches(UNTAGGED.router)).toBe(true));
    await pollUntil(() => expect(statOf(house)?.peers).toHaveLength(2), 90);
    await plain.leave();
    await plain.join('wrong key of link');
    await pollUntil(async () => expect(await plain.log()).toContain('reason=WRONG_KEY'), 60);
    expect(await plain.host.reaches(UNTAGGED.router)).toBe(false);
    await plain.leave();
    // A lock to the MAC address of the client also refuses the correct key.
    expect(await house.configure(base({ vlans: 'all', peers: [CLIENT_MAC] }))).toMatchObject({
      status: 'applied',
    });
    await waitUntilLinked();
    await plain.join(KEY);
    await pollUntil(
      async () =>
        expect(await plain.log()).toMatch(/CTRL-EVENT-(ASSOC|AUTH)-REJECT|TEMP-DISABLED|auth.*timed out/i),
      60,
    );
    expect(await baseStation(plain.mac)).not.toContain('authorized:\tyes');
    await plain.leave();
  });

  it('rolls back a change of the mode of the base when the link does not come up', async () => {
    const report = await house.configure(client({ ssid: 'Nowhere' }), 300);
    expect(report).toMatchObject({ status: 'rejected', issues: [{ path: 'bridge' }] });
    expect(report.issues?.[0]?.reason).toContain('did not come up within 2 min');
    await waitUntilLinked();
    await pollUntil(() => expect(statOf(house)?.mode).toBe('base'), 90);
  });

  it('rolls back a key at a client that reaches the cloud over the link only', async () => {
    // The client has lost its connection to the cloud in the meantime.
    await pollUntil(() => far.command('align', { seconds: 10 }, 10), 180);
    const rev = far.push(client({ vlans: 'all', key: 'key of no base' }), 30);
    await pollUntil(() => {
      const last = far.cloud.received('cfg').findLast((report) => report.rev === rev);
      expect(last?.status).toBe('rolledback');
    }, 240);
    await waitUntilLinked();
  });
});

/** A client of a bridge link in the machine: wpa_supplicant with four addresses, without code of this project. */
class PlainClient {
  readonly host: Host;
  readonly device: string;
  readonly mac: string;

  private constructor(host: Host, device: string, mac: string) {
    this.host = host;
    this.device = device;
    this.mac = mac;
  }

  /** Moves the radio `phy` into a new host. */
  static async create(machine: Machine, phy: number): Promise<PlainClient> {
    const host = await Host.create(machine, 'plain');
    await machine.run(['iw', 'phy', `phy${phy}`, 'set', 'netns', 'name', host.name]);
    const device = `wlan${phy}`;
    await host.run('iw', 'dev', device, 'set', '4addr', 'on');
    const mac = (await host.run('cat', `/sys/class/net/${device}/address`)).trim();
    return new PlainClient(host, device, mac);
  }

  async join(key: string): Promise<void> {
    const network = [
      `ssid=${encodeSsidHex(shared.ssid)}`,
      'key_mgmt=WPA-PSK',
      `psk="${key}"`,
      'scan_freq=5180',
    ];
    await this.host.write('/run/plain.conf', `network={\n${network.join('\n')}\n}\n`);
    const files = ['-c', '/run/plain.conf', '-P', '/run/plain.pid', '-f', '/run/plain.log'];
    await this.host.run('wpa_supplicant', '-B', '-D', 'nl80211', '-i', this.device, ...files);
  }

  async leave(): Promise<void> {
    await this.host.succeeds('pkill', '-F', '/run/plain.pid');
    await pollUntil(async () =>
      expect(await this.host.succeeds('pgrep', '-F', '/run/plain.pid')).toBe(false),
    );
    await this.host.succeeds('rm', '-f', '/run/plain.log', '/run/plain.pid');
  }

  log(): Promise<string> {
    return this.host.run('cat', '/run/plain.log').catch(() => '');
  }
}
