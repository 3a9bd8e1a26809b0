import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAbilities, RadioScanner } from '@northlight/agent';
import type { ConfigWlan, DeviceConfig } from '@northlight/contract/device-protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Host } from './host.ts';
import { buildMachineImage } from './image.ts';
import { Machine } from './machine.ts';
import { explainMissingForMachine } from './requirements.ts';
import { startRadius } from './radius.ts';
import {
  formatSsidAsIw,
  createOpenNetwork,
  createPskNetwork,
  createSaeNetwork,
  encodeSsidHex,
  Station,
} from './station.ts';
import { createRouter, Device, pollUntil, UNTAGGED, VLAN_20 } from './device.ts';

const missing = explainMissingForMachine();
if (missing !== undefined) process.stderr.write(`The tests in the virtual machine are skipped. ${missing}\n`);

const KEY = 'correct horse battery';
const RAW_KEY = '0123456789abcdef'.repeat(4);
const wlan = (name: string, own: Partial<ConfigWlan> = {}): ConfigWlan => ({
  name,
  ssid: name,
  hidden: false,
  bands: ['2.4G'],
  security: { mode: 'wpa2-psk', ciphers: ['AES'], key: KEY, keyUpdateSeconds: 3600 },
  maxClients: 32,
  isolated: false,
  dhcp: 'user',
  shutdowns: [],
  ...own,
});
const configuration = (
  wlans: readonly ConfigWlan[],
  own: Partial<NonNullable<DeviceConfig['wireless']>> = {},
): DeviceConfig => ({
  vlans: [],
  dhcpPools: [],
  wireless: {
    wlans: [...wlans],
    radios: [{ id: 'radio0', channel: 6, widthMhz: 20, powerDbm: 12 }],
    country: 'DE',
    timeZone: 'Europe/Berlin',
    blacklist: [],
    ...own,
  },
});

describe.skipIf(missing !== undefined)('an access point in the virtual machine', () => {
  let directory = '';
  let machine: Machine;
  let ap: Device;
  let router: Host;
  let stations: Station[];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'nl-vm-'));
    await promisify(execFile)(process.execPath, ['scripts/bootstrap.js', 'agent:bundle', directory]);
    machine = await Machine.boot({ image: await buildMachineImage('node_modules/.cache/northlight-vm') });
    await machine.run(['modprobe', 'mac80211_hwsim', 'radios=5']);
    const host = await Host.create(machine, 'ap');
    router = await createRouter(machine, host, 'up0');
    for (const phy of [0, 1]) await machine.run(['iw', 'phy', `phy${phy}`, 'set', 'netns', 'name', 'ap']);
    stations = [];
    for (const number of [1, 2, 3]) stations.push(await Station.create(machine, number, number + 1));
    ap = await Device.start(host, join(directory, 'northlight-agent.mjs'), {
      sn: 'NLAP000000000001',
      mac: '02:00:00:00:0a:01',
      model: 'NL-LAP',
      uplink: 'up0',
      radios: [
        { id: 'radio0', interface: 'wlan0', band: '2.4G' },
        { id: 'radio1', interface: 'wlan1', band: '5G' },
      ],
    });
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${await ap.output()}\n`);
  });

  afterAll(async () => {
    await ap?.[Symbol.asyncDispose]();
    await machine?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });

  const on = (number: 1 | 2 | 3): Station => stations[number - 1] as Station;
  const lastStat = () => ap.cloud.received('stat').at(-1);
  const joinedClients = () => ap.cloud.received('clients').flatMap(({ join, upd }) => [...join, ...upd]);
  const leaveAll = () => Promise.all(stations.map((station) => station.leave()));

  it('connects through its uplink and reports its radios', async () => {
    const birth = await pollUntil(() => {
      const [first] = ap.cloud.received('birth');
      if (!first) throw new Error('not born');
      return first;
    }, 60);
    expect(birth).toMatchObject({
      model: 'NL-LAP',
      caps: { kind: 'ap', radios: [{ id: 'radio0' }, { id: 'radio1' }], limits: { ssidsPerRadio: 16 } },
    });
    expect(birth.caps.features).toEqual(expect.arrayContaining(['wifi', 'wifi-scan', 'country']));
    await pollUntil(() => expect(lastStat()?.nets?.ip).toMatch(/^10\.77\.0\./));
    expect(lastStat()?.radios?.map(({ up }) => up)).toEqual([false, false]);
    // The agent sends neighbours only if it can read those of its LLDP daemon.
    await pollUntil(() => expect(ap.cloud.received('topo').length).toBeGreaterThan(0));
  });

  const ODD = `q"'\\$(\n#=🐙`;
  const ALL_SECURITY_MODES = configuration([
    wlan('Office', { bands: ['2.4G', '5G'] }),
    wlan('Secure', { security: { mode: 'wpa3-sae', ciphers: ['AES'], key: KEY, keyUpdateSeconds: 0 } }),
    wlan('Mixed', {
      security: { mode: 'wpa3-sae-wpa2-psk', ciphers: ['AES'], key: KEY, keyUpdateSeconds: 600 },
    }),
    wlan('Behind', { hidden: true, bands: ['5G'] }),
    wlan('odd', { ssid: ODD, security: { mode: 'open' }, bands: ['5G'] }),
    wlan('raw', {
      security: { mode: 'wpa-wpa2-psk', ciphers: ['AES', 'TKIP'], key: RAW_KEY, keyUpdateSeconds: 60 },
    }),
  ]);

  it('broadcasts every SSID byte for byte, and hidden SSIDs without a name', async () => {
    expect(await ap.configure(ALL_SECURITY_MODES)).toMatchObject({ status: 'applied', issues: [] });
    // Repeats the scan until it finds both radios, because a scan on a busy emulated machine misses beacons.
    const names = await pollUntil(async () => {
      const found = await on(1).scan();
      expect(found.filter((name) => name === 'Office')).toHaveLength(2);
      return found;
    }, 120);
    expect(names).toEqual(expect.arrayContaining(['Office', 'Secure', 'Mixed', 'raw', formatSsidAsIw(ODD)]));
    expect(names).not.toContain('Behind');
  });

  it('accepts a WPA2 client only with the correct key, and reports the client', async () => {
    await on(2).startJoining(createPskNetwork('Office', 'wrong horse battery'));
    expect((await on(1).join(createPskNetwork('Office', KEY))).get('key_mgmt')).toBe('WPA2-PSK');
    expect(await on(1).requestLease()).toMatch(/^10\.77\.0\./);
    expect(await on(1).host.reaches(UNTAGGED.router)).toBe(true);
    await pollUntil(() =>
      expect(joinedClients()).toContainEqual(
        expect.objectContaining({ mac: on(1).mac, ssid: 'Office', signalDbm: expect.any(Number) }),
      ),
    );
    await pollUntil(() => expect(lastStat()?.radios?.every(({ up }) => up)).toBe(true));
    expect(lastStat()?.radios).toMatchObject([
      { id: 'radio0', up: true, channel: 6, widthMhz: 20, powerDbm: 12 },
      { id: 'radio1', up: true, widthMhz: 80 },
    ]);
    expect(lastStat()?.radios?.[1]?.ssids).toEqual(['Office', 'Behind', ODD]);
    await pollUntil(async () => expect(await on(2).log()).toContain('reason=WRONG_KEY'));
    expect(await on(2).isConnected()).toBe(false);
  });

  it('accepts a WPA3 client only with the correct key, and WPA2 and WPA3 clients on a mixed SSID', async () => {
    await on(2).startJoining(createSaeNetwork('Secure', 'wrong horse battery'));
    expect((await on(1).join(createSaeNetwork('Secure', KEY))).get('key_mgmt')).toBe('SAE');
    expect(await on(1).requestLease()).toMatch(/^10\.77\.0\./);
    await pollUntil(async () =>
      expect(await on(2).log()).toMatch(/SAE: .*mismatch|CTRL-EVENT-SSID-TEMP-DISABLED/),
    );
    expect(await on(2).isConnected()).toBe(false);
    expect((await on(2).join(createPskNetwork('Mixed', KEY))).get('key_mgmt')).toBe('WPA2-PSK');
    expect((await on(3).join(createSaeNetwork('Mixed', KEY))).get('key_mgmt')).toBe('SAE');
  });

  it('accepts clients on a hidden SSID, on an SSID with special characters, and with a raw key', async () => {
    expect((await on(1).join(createPskNetwork('Behind', KEY))).get('ssid')).toBe('Behind');
    expect((await on(2).join(createOpenNetwork(ODD))).get('key_mgmt')).toBe('NONE');
    expect(await on(2).requestLease()).toMatch(/^10\.77\.0\./);
    const raw = { ...createPskNetwork('raw', ''), psk: RAW_KEY };
    expect((await on(3).join(raw)).get('key_mgmt')).toBe('WPA2-PSK');
  });

  const NEIGHBOUR = { ssid: ODD, band: '2.4G', channel: 6, security: 'WPA3' };

  /** Broadcasts `NEIGHBOUR` from the third station until the test finishes. */
  async function startNeighbour(): Promise<void> {
    const { device, host } = on(3);
    await on(3).leave();
    const settings = {
      interface: device,
      ssid2: encodeSsidHex(NEIGHBOUR.ssid),
      hw_mode: 'g',
      channel: NEIGHBOUR.channel,
      wpa: 2,
      wpa_key_mgmt: 'SAE',
      rsn_pairwise: 'CCMP',
      ieee80211w: 2,
      sae_password: KEY,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await host.write('/run/neighbour.conf', lines.join(''));
    const neighbour = await host.start('hostapd', '/run/neighbour.conf');
    onTestFinished(async () => void (await neighbour.end('SIGTERM')));
  }

  it('disconnects a client on command, and scans for neighbouring networks', async () => {
    await on(3).leave();
    const kicked = await ap.command('client-kick', { mac: on(1).mac });
    expect(kicked.state).toBe('done');
    await pollUntil(async () => expect(await on(1).log()).toContain('CTRL-EVENT-DISCONNECTED'));
    expect((await ap.command('client-kick', { mac: '02:00:00:00:99:99' })).result?.reason).toContain(
      'This client is not connected',
    );
    await on(1).waitUntilConnected();
    await startNeighbour();
    await pollUntil(async () => {
      const scan = await ap.command('wifi-scan', {}, 60);
      expect(scan.result?.networks).toEqual([expect.objectContaining(NEIGHBOUR)]);
    }, 60);
  });

  it('finds networks on its own channel without disconnecting its clients', async () => {
    await startNeighbour();
    const scanner = new RadioScanner({
      radios: [{ id: 'radio0', interface: 'wlan0' }],
      listChannels: async () => parseAbilities(await ap.host.run('iw', 'phy', 'phy0', 'info')).channels,
      // Ends a program after 15 s, like the agent: if `iw` misses the end of its scan, the kernel still has the
      // results then.
      run: (argv) => ap.host.run('timeout', '15', ...argv),
    });
    // The kernel keeps the results of all channels for 30 s.
    await pollUntil(async () => {
      const all = await scanner.scanAll();
      expect(new Set(all.map(({ band }) => band))).toEqual(new Set(['2.4G', '5G']));
    }, 120);
    const found = await pollUntil(async () => {
      const networks = await scanner.scanOwnChannels([{ id: 'radio0', channel: 6 }]);
      expect(networks.map(({ ssid }) => ssid)).toContain(NEIGHBOUR.ssid);
      return networks;
    }, 60);
    // Networks of the second radio are on another channel.
    expect(found).toEqual([expect.objectContaining({ ...NEIGHBOUR, bssid: on(3).mac })]);
    expect(await on(1).isConnected()).toBe(true);
  });

  it('keeps serving clients while the agent is stopped, and a new agent takes over without an interruption', async () => {
    await on(1).waitUntilConnected();
    const before = ap.cloud.received('birth').length;
    await ap.kill();
    expect(await on(1).host.reaches(UNTAGGED.router)).toBe(false);
    await on(1).requestLease();
    expect(await on(1).host.reaches(UNTAGGED.router)).toBe(true);
    const log = (await on(1).log()).length;
    await ap.run();
    await pollUntil(() => expect(ap.cloud.received('birth').length).toBe(before + 1), 60);
    expect(await on(1).isConnected()).toBe(true);
    expect((await on(1).log()).length).toBe(log);
  });

  it('rejects a key with a line break and keeps its configuration', async () => {
    const hostile = `password\nssid=evil`;
    const report = await ap.configure(
      configuration([
        wlan('Office', {
          security: { mode: 'wpa2-psk', ciphers: ['AES'], key: hostile, keyUpdateSeconds: 0 },
        }),
      ]),
    );
    expect(report).toMatchObject({ status: 'rejected', issues: [{ path: 'wireless.wlans.0.security.key' }] });
    expect(await on(1).isConnected()).toBe(true);
  });

  it('isolates guests in their VLAN, on one radio and across two radios', async () => {
    await leaveAll();
    const guests = wlan('Guests', {
      bands: ['2.4G', '5G'],
      vlanId: VLAN_20.id,
      isolated: true,
      upKbps: 2_000,
    });
    const report = await ap.configure(configuration([guests, wlan('Office')]));
    expect(report).toMatchObject({ status: 'applied', issues: [] });
    const band = (mhz: string) => ({ ...createPskNetwork('Guests', KEY), freq_list: mhz });
    const fives = '5180 5200 5220 5240 5745 5765 5785 5805';
    await on(1).join(band('2437'));
    await on(2).join(band('2437'));
    await on(3).join(band(fives));
    const addresses = [];
    for (const station of stations) addresses.push(await station.requestLease());
    for (const address of addresses) expect(address).toMatch(/^10\.77\.20\./);
    const [, second = '', third = ''] = addresses;
    for (const station of stations) expect(await station.host.reaches(VLAN_20.router)).toBe(true);
    expect(await on(1).host.reaches(second)).toBe(false);
    expect(await on(1).host.reaches(third)).toBe(false);
    expect(await on(3).host.reaches(second)).toBe(false);
  });

  it('limits the upload rate of a guest', async () => {
    const server = await router.start('iperf3', '--server', '--one-off');
    await pollUntil(async () => expect(await router.run('ss', '-ltnH', 'sport = :5201')).toContain(':5201'));
    const args = ['--udp', '--bitrate', '6M', '--length', '1200', '--time', '5', '--omit', '1', '--json'];
    const text = await on(1).host.run('iperf3', '--client', VLAN_20.router, ...args);
    await server.end();
    const { end } = JSON.parse(text) as { end: { sum_received: { bits_per_second: number } } };
    const kbps = end.sum_received.bits_per_second / 1000;
    expect(kbps).toBeGreaterThan(1_500);
    // Allows 3,000 kbit/s, because the clock of a busy emulated machine is uneven; without a limit all 6,000
    // arrive.
    expect(kbps).toBeLessThan(3_000);
  });

  it('rejects clients on the blacklist and disconnects those that are connected', async () => {
    await on(2).join(createPskNetwork('Office', KEY));
    expect(await on(1).isConnected()).toBe(true);
    const guests = wlan('Guests', {
      bands: ['2.4G', '5G'],
      vlanId: VLAN_20.id,
      isolated: true,
      upKbps: 2_000,
    });
    const report = await ap.configure(configuration([guests, wlan('Office')], { blacklist: [on(2).mac] }));
    expect(report.status).toBe('applied');
    await pollUntil(async () => expect(await on(2).log()).toContain('CTRL-EVENT-DISCONNECTED'));
    await pollUntil(async () =>
      expect(await on(2).log()).toMatch(/CTRL-EVENT-(ASSOC|AUTH)-REJECT|TEMP-DISABLED/),
    );
    expect(await on(2).isConnected()).toBe(false);
    // Other clients stay connected.
    expect(await on(1).isConnected()).toBe(true);
    expect(await on(1).log()).not.toContain('CTRL-EVENT-DISCONNECTED');
  });

  it('assigns addresses from its own pool and translates them to its own address', async () => {
    await leaveAll();
    expect((await ap.configure(configuration([wlan('Lounge', { dhcp: 'ap', bands: ['5G'] })]))).status).toBe(
      'applied',
    );
    await on(1).join(createPskNetwork('Lounge', KEY));
    expect(await on(1).requestLease()).toMatch(/^172\.30\.0\./);
    const watch = await router.start('tcpdump', '-n', '-l', '-i', 'lan0', 'icmp');
    await pollUntil(async () => expect(await watch.output()).toContain('listening'));
    expect(await on(1).host.reaches(UNTAGGED.router)).toBe(true);
    const seen = await watch.end();
    expect(seen).toMatch(/10\.77\.0\.\d+ > 10\.77\.0\.1: ICMP echo request/);
    expect(seen).not.toContain('172.30.');
    await pollUntil(() =>
      expect(joinedClients()).toContainEqual(
        expect.objectContaining({ mac: on(1).mac, ip: expect.stringMatching(/^172\.30/) }),
      ),
    );
  });

  it('stops broadcasting a scheduled SSID during its shutdown, while another SSID continues', async () => {
    await leaveAll();
    // Sets the time to 14:00 local time (12:00 UTC), in the middle of a shutdown of 1 h.
    await machine.run(['date', '-u', '-s', '2026-06-01 12:00:00']);
    const shutdowns = [{ days: [1], fromMinute: 14 * 60 - 30, toMinute: 14 * 60 + 30 }];
    const night = configuration([wlan('Night', { shutdowns }), wlan('Always')]);
    expect((await ap.configure(night)).status).toBe('applied');
    const names = await on(1).scan();
    expect(names).toContain('Always');
    expect(names).not.toContain('Night');
    await on(2).join(createPskNetwork('Always', KEY));
    await machine.run(['date', '-u', '-s', '2026-06-01 12:30:00']);
    await on(1).join(createPskNetwork('Night', KEY), 60);
    await machine.run(['date', '-u', '-s', '2026-06-08 11:29:58']);
    await pollUntil(async () => expect(await on(1).isConnected()).toBe(false), 60);
    await pollUntil(async () => expect(await on(1).scan()).not.toContain('Night'));
    expect(await on(2).isConnected()).toBe(true);
    expect(await on(2).log()).not.toContain('CTRL-EVENT-DISCONNECTED');
  });

  it('reaches the pushed configuration after the agent was killed at any step', async () => {
    await leaveAll();
    const exists = (device: string) => ap.host.succeeds('ip', 'link', 'show', device);
    const moments: ((vlan: number) => Promise<boolean>)[] = [
      () => Promise.resolve(ap.cloud.received('cfg').some(({ rev }) => rev === ap.rev)),
      (vlan) => exists(`nlup${vlan}`),
      () => ap.host.succeeds('pgrep', '-f', 'air/nlw0b1.conf'),
    ];
    for (const [step, isReached] of moments.entries()) {
      const births = ap.cloud.received('birth').length;
      const vlanId = 30 + step;
      ap.push(configuration([wlan('Always'), wlan(`Step${step}`, { vlanId })]));
      await pollUntil(async () => expect(await isReached(vlanId)).toBe(true));
      await ap.kill();
      await ap.run();
      await pollUntil(() => expect(ap.cloud.received('birth').length).toBe(births + 1), 60);
      if (ap.cloud.received('birth').at(-1)?.cfgRev !== ap.rev) ap.pushAgain();
      await pollUntil(async () => expect(await on(1).scan()).toContain(`Step${step}`), 180);
    }
    expect(await exists('nlup31')).toBe(false);
  });

  it('authenticates clients with a RADIUS server', async () => {
    const secret = 'shared "secret" #1';
    await startRadius(router, secret);
    const security = {
      mode: 'wpa2' as const,
      ciphers: ['AES' as const],
      radius: { ip: UNTAGGED.router, port: 1812, secret },
      keyUpdateSeconds: 3600,
    };
    expect((await ap.configure(configuration([wlan('Staff', { security })]))).status).toBe('applied');
    const eap = (password: string) => ({
      ssid: encodeSsidHex('Staff'),
      key_mgmt: 'WPA-EAP',
      eap: 'PWD',
      identity: '"anna"',
      password: `"${password}"`,
    });
    await on(2).startJoining(eap('wrong'));
    expect((await on(1).join(eap('open sesame'))).get('key_mgmt')).toBe('WPA2/IEEE 802.1X/EAP');
    await pollUntil(async () => expect(await on(2).log()).toContain('CTRL-EVENT-EAP-FAILURE'));
    expect(await on(2).isConnected()).toBe(false);
  });
});
