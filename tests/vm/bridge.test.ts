import type { ConfigBridge, DeviceConfig } from '@northlight/contract/device-protocol';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createRouter, Device, UNTAGGED, VLAN_20 } from './device.ts';
import { pollUntil } from './poll-until.ts';
import { Host, plugCable } from './host.ts';
import { explainMissingForMachine } from './requirements.ts';
import { Stage } from './stage.ts';
import { encodeSsidHex } from './station.ts';

const KEY = 'barn and house';
const BASE_MAC = '02:00:00:00:0c:01';
const CLIENT_MAC = '02:00:00:00:0c:02';
/** Time within which a changed link must come up; a client scans all channels in 5 to 10 s. */
const LINK_TIMEOUT_SECONDS = 30;
/** Time after which a client that does not reach the cloud returns to its previous link. */
const CONFIRM_SECONDS = 20;
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

describe.skipIf(explainMissingForMachine() !== undefined)('a bridge link in the virtual machine', () => {
  let stage: Stage;
  let router: Host;
  /** Switches of the house and of the barn. The cable of the client bridge moves from one to the other. */
  let switches: Host;
  let barn: Host;
  let house: Device;
  let far: Device;
  let plain: PlainClient;

  beforeAll(async () => {
    stage = await Stage.open(inject('software'), 3);
    const { agent, machine } = stage;
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
    for (const [radio, host] of [houseHost, farHost].entries()) await stage.moveRadio(radio, host);
    await addVlan(router, 'lan0', OTHER_VLAN, '10.77.30.1');
    await barn.run('ip', 'address', 'add', `${UNTAGGED.base}.50/24`, 'dev', 'eth0');
    await addVlan(barn, 'eth0', VLAN_20.id, `${VLAN_20.base}.50`);
    await addVlan(barn, 'eth0', OTHER_VLAN, '10.77.30.50');
    const start = (host: Host, sn: string, mac: string, radio: string) =>
      Device.start(host, agent, {
        sn,
        mac,
        model: 'NL-LCPE',
        cable: 'cable0',
        linkTimeoutSeconds: LINK_TIMEOUT_SECONDS,
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
    await stage?.[Symbol.asyncDispose]();
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
  });

  it('reports every second while the antenna is aligned', async () => {
    const before = house.cloud.received('stat').length;
    expect(await house.command('align', { seconds: 10 })).toMatchObject({ state: 'done' });
    await pollUntil(() => expect(house.cloud.received('stat').length - before).toBeGreaterThanOrEqual(4), 30);
  });

  it('accepts a client of other software with the key, and refuses one with another key', async () => {
    plain = await PlainClient.create(stage, 2);
    await plain.join(KEY);
    await pollUntil(async () => expect(await baseStation(plain.mac)).toContain('authorized:\tyes'), 60);
    await plain.host.run('ip', 'address', 'add', `${UNTAGGED.base}.60/24`, 'dev', plain.device);
    await pollUntil(async () => expect(await plain.host.reaches(UNTAGGED.router)).toBe(true));
    expect((await house.requestStat()).bridge?.peers).toHaveLength(2);
    await plain.leave();
    await plain.join('wrong key of link');
    await pollUntil(async () => expect(await plain.log()).toContain('reason=WRONG_KEY'), 60);
    expect(await plain.host.reaches(UNTAGGED.router)).toBe(false);
    await plain.leave();
  });

  it('carries all VLANs, and refuses other clients with the key when it is locked to its client', async () => {
    const change = { vlans: 'all' as const, peers: [CLIENT_MAC] };
    expect(await house.configure(base(change))).toMatchObject({ status: 'applied' });
    await waitUntilLinked();
    expect(await far.configure(client({ vlans: 'all' }))).toMatchObject({ status: 'applied' });
    await waitUntilLinked();
    expect(await barn.reaches('10.77.30.1')).toBe(true);
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
    expect(report.issues?.[0]?.reason).toContain(`did not come up within ${LINK_TIMEOUT_SECONDS} s`);
    await waitUntilLinked();
    expect((await house.requestStat()).bridge?.mode).toBe('base');
  });

  it('rolls back a key at a client that reaches the cloud over the link only', async () => {
    // The client has lost its connection to the cloud in the meantime.
    await pollUntil(() => far.command('align', { seconds: 10 }, 10), 180);
    const rev = far.push(client({ vlans: 'all', key: 'key of no base' }), CONFIRM_SECONDS);
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

  /** Moves a radio into a new host. */
  static async create(stage: Stage, radio: number): Promise<PlainClient> {
    const host = await Host.create(stage.machine, 'plain');
    await stage.moveRadio(radio, host);
    const device = `wlan${radio}`;
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
