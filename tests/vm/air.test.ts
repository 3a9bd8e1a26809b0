import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ConfigWlan, DeviceConfig } from '@northlight/contract/device-protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Host } from './host.ts';
import { machineImage } from './image.ts';
import { Machine } from './machine.ts';
import { missingForMachine } from './requirements.ts';
import { startRadius } from './radius.ts';
import { escaped, open, psk, sae, ssidHex, Station } from './station.ts';
import { Device, soon, VLAN_20, wire, WIRED } from './world.ts';

const missing = missingForMachine();
if (missing !== undefined) process.stderr.write(`The machine's tests are skipped. ${missing}\n`);

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
const air = (
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

describe.skipIf(missing !== undefined)('an access point on the air', () => {
  let directory = '';
  let machine: Machine;
  let ap: Device;
  let router: Host;
  let stations: Station[];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'nl-vm-'));
    await promisify(execFile)(process.execPath, ['scripts/bootstrap.js', 'agent:bundle', directory]);
    machine = await Machine.boot({ image: await machineImage('node_modules/.cache/northlight-vm') });
    await machine.run(['modprobe', 'mac80211_hwsim', 'radios=5']);
    const host = await Host.create(machine, 'ap');
    router = await wire(machine, host, 'up0');
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

  it('is reached by its uplink, and introduces itself with its radios', async () => {
    const birth = await soon(() => {
      const [first] = ap.cloud.received('birth');
      if (!first) throw new Error('not born');
      return first;
    }, 60);
    expect(birth).toMatchObject({
      model: 'NL-LAP',
      caps: { kind: 'ap', radios: [{ id: 'radio0' }, { id: 'radio1' }], limits: { ssidsPerRadio: 16 } },
    });
    expect(birth.caps.features).toEqual(expect.arrayContaining(['wifi', 'wifi-scan', 'country']));
    await soon(() => expect(lastStat()?.nets?.ip).toMatch(/^10\.77\.0\./));
    expect(lastStat()?.radios?.map(({ up }) => up)).toEqual([false, false]);
  });

  const ODD = `q"'\\$(\n#=🐙`;
  const DOORS = air([
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

  it('puts every SSID of a configuration on the air, byte for byte, and those that hide without a name', async () => {
    expect(await ap.configure(DOORS)).toMatchObject({ status: 'applied', issues: [] });
    const heard = await on(1).scan();
    expect(heard).toEqual(expect.arrayContaining(['Office', 'Secure', 'Mixed', 'raw', escaped(ODD)]));
    expect(heard).not.toContain('Behind');
    expect(heard.filter((name) => name === 'Office')).toHaveLength(2);
  });

  it('lets WPA2 in with the right key and not with a wrong one, and tells of the client', async () => {
    await on(2).seek(psk('Office', 'wrong horse battery'));
    expect((await on(1).join(psk('Office', KEY))).get('key_mgmt')).toBe('WPA2-PSK');
    expect(await on(1).lease()).toMatch(/^10\.77\.0\./);
    expect(await on(1).host.reaches(WIRED.router)).toBe(true);
    await soon(() =>
      expect(joinedClients()).toContainEqual(
        expect.objectContaining({ mac: on(1).mac, ssid: 'Office', signalDbm: expect.any(Number) }),
      ),
    );
    await soon(() => expect(lastStat()?.radios?.every(({ up }) => up)).toBe(true));
    expect(lastStat()?.radios).toMatchObject([
      { id: 'radio0', up: true, channel: 6, widthMhz: 20, powerDbm: 12 },
      { id: 'radio1', up: true, widthMhz: 80 },
    ]);
    expect(lastStat()?.radios?.[1]?.ssids).toEqual(['Office', 'Behind', ODD]);
    await soon(async () => expect(await on(2).log()).toContain('reason=WRONG_KEY'));
    expect(await on(2).isOn()).toBe(false);
  });

  it('lets WPA3 in with the right key and not with a wrong one, and each client of a mixed SSID its own way', async () => {
    await on(2).seek(sae('Secure', 'wrong horse battery'));
    expect((await on(1).join(sae('Secure', KEY))).get('key_mgmt')).toBe('SAE');
    expect(await on(1).lease()).toMatch(/^10\.77\.0\./);
    await soon(async () =>
      expect(await on(2).log()).toMatch(/SAE: .*mismatch|CTRL-EVENT-SSID-TEMP-DISABLED/),
    );
    expect(await on(2).isOn()).toBe(false);
    expect((await on(2).join(psk('Mixed', KEY))).get('key_mgmt')).toBe('WPA2-PSK');
    expect((await on(3).join(sae('Mixed', KEY))).get('key_mgmt')).toBe('SAE');
  });

  it('lets in who knows a hidden name, an odd one, and a raw key', async () => {
    expect((await on(1).join(psk('Behind', KEY))).get('ssid')).toBe('Behind');
    expect((await on(2).join(open(ODD))).get('key_mgmt')).toBe('NONE');
    expect(await on(2).lease()).toMatch(/^10\.77\.0\./);
    const raw = { ...psk('raw', ''), psk: RAW_KEY };
    expect((await on(3).join(raw)).get('key_mgmt')).toBe('WPA2-PSK');
  });

  it('sends a client away on command, and hears what is around', async () => {
    await on(3).leave();
    const kicked = await ap.command('client-kick', { mac: on(1).mac });
    expect(kicked.state).toBe('done');
    await soon(async () => expect(await on(1).log()).toContain('CTRL-EVENT-DISCONNECTED'));
    expect((await ap.command('client-kick', { mac: '02:00:00:00:99:99' })).result?.reason).toContain(
      'This client is not connected',
    );
    await on(1).joined();
    const scan = await ap.command('wifi-scan', {}, 60);
    expect(scan.result?.networks?.map(({ ssid }) => ssid)).toEqual(expect.arrayContaining(['Secure', ODD]));
    expect(scan.result?.networks?.find(({ ssid }) => ssid === 'Secure')).toMatchObject({
      security: 'WPA3',
      channel: 6,
    });
  });

  it('serves on while the agent is dead, and is adopted by the next one', async () => {
    await on(1).joined();
    const before = ap.cloud.received('birth').length;
    await ap.kill();
    expect(await on(1).host.reaches(WIRED.router)).toBe(false);
    await on(1).lease();
    expect(await on(1).host.reaches(WIRED.router)).toBe(true);
    const log = (await on(1).log()).length;
    await ap.run();
    await soon(() => expect(ap.cloud.received('birth').length).toBe(before + 1), 60);
    expect(await on(1).isOn()).toBe(true);
    expect((await on(1).log()).length).toBe(log);
  });

  it('refuses what must not be written, and stays as it was', async () => {
    const hostile = `password\nssid=evil`;
    const report = await ap.configure(
      air([
        wlan('Office', {
          security: { mode: 'wpa2-psk', ciphers: ['AES'], key: hostile, keyUpdateSeconds: 0 },
        }),
      ]),
    );
    expect(report).toMatchObject({ status: 'rejected', issues: [{ path: 'wireless.wlans.0.security.key' }] });
    expect(await on(1).isOn()).toBe(true);
  });

  it('keeps guests apart from each other, in their VLAN, on one radio and across two', async () => {
    await leaveAll();
    const guests = wlan('Guests', {
      bands: ['2.4G', '5G'],
      vlanId: VLAN_20.id,
      isolated: true,
      upKbps: 2_000,
    });
    const report = await ap.configure(air([guests, wlan('Office')]));
    expect(report).toMatchObject({ status: 'applied', issues: [] });
    const band = (mhz: string) => ({ ...psk('Guests', KEY), freq_list: mhz });
    const fives = '5180 5200 5220 5240 5745 5765 5785 5805';
    await on(1).join(band('2437'));
    await on(2).join(band('2437'));
    await on(3).join(band(fives));
    const addresses = [];
    for (const station of stations) addresses.push(await station.lease());
    for (const address of addresses) expect(address).toMatch(/^10\.77\.20\./);
    const [, second = '', third = ''] = addresses;
    for (const station of stations) expect(await station.host.reaches(VLAN_20.router)).toBe(true);
    expect(await on(1).host.reaches(second)).toBe(false);
    expect(await on(1).host.reaches(third)).toBe(false);
    expect(await on(3).host.reaches(second)).toBe(false);
  });

  it('limits what a guest sends', async () => {
    const server = await router.start('iperf3', '--server', '--one-off');
    await soon(async () => expect(await router.run('ss', '-ltnH', 'sport = :5201')).toContain(':5201'));
    const args = ['--udp', '--bitrate', '6M', '--length', '1200', '--time', '5', '--omit', '1', '--json'];
    const text = await on(1).host.run('iperf3', '--client', VLAN_20.router, ...args);
    await server.end();
    const { end } = JSON.parse(text) as { end: { sum_received: { bits_per_second: number } } };
    const kbps = end.sum_received.bits_per_second / 1000;
    expect(kbps).toBeGreaterThan(1_500);
    expect(kbps).toBeLessThan(2_300);
  });

  it('lets nobody of the blacklist in, and sends away who is in', async () => {
    await on(2).join(psk('Office', KEY));
    expect(await on(1).isOn()).toBe(true);
    const guests = wlan('Guests', {
      bands: ['2.4G', '5G'],
      vlanId: VLAN_20.id,
      isolated: true,
      upKbps: 2_000,
    });
    const report = await ap.configure(air([guests, wlan('Office')], { blacklist: [on(2).mac] }));
    expect(report.status).toBe('applied');
    await soon(async () => expect(await on(2).log()).toContain('CTRL-EVENT-DISCONNECTED'));
    await soon(async () => expect(await on(2).log()).toMatch(/CTRL-EVENT-(ASSOC|AUTH)-REJECT|TEMP-DISABLED/));
    expect(await on(2).isOn()).toBe(false);
    // The others did not notice.
    expect(await on(1).isOn()).toBe(true);
    expect(await on(1).log()).not.toContain('CTRL-EVENT-DISCONNECTED');
  });

  it('gives addresses of its own, hidden behind its own', async () => {
    await leaveAll();
    expect((await ap.configure(air([wlan('Lounge', { dhcp: 'ap', bands: ['5G'] })]))).status).toBe('applied');
    await on(1).join(psk('Lounge', KEY));
    expect(await on(1).lease()).toMatch(/^172\.30\.0\./);
    const watch = await router.start('tcpdump', '-n', '-l', '-i', 'lan0', 'icmp');
    await soon(async () => expect(await watch.output()).toContain('listening'));
    expect(await on(1).host.reaches(WIRED.router)).toBe(true);
    const seen = await watch.end();
    expect(seen).toMatch(/10\.77\.0\.\d+ > 10\.77\.0\.1: ICMP echo request/);
    expect(seen).not.toContain('172.30.');
    await soon(() =>
      expect(joinedClients()).toContainEqual(
        expect.objectContaining({ mac: on(1).mac, ip: expect.stringMatching(/^172\.30/) }),
      ),
    );
  });

  it('goes off the air at its hour and comes back after it, beside one that stays', async () => {
    await leaveAll();
    // By the clock on the machine's wall, in the middle of a period of an hour.
    await machine.run(['date', '-u', '-s', '2026-06-01 12:00:00']);
    const shutdowns = [{ days: [1], fromMinute: 14 * 60 - 30, toMinute: 14 * 60 + 30 }];
    const night = air([wlan('Night', { shutdowns }), wlan('Always')]);
    expect((await ap.configure(night)).status).toBe('applied');
    const heard = await on(1).scan();
    expect(heard).toContain('Always');
    expect(heard).not.toContain('Night');
    await on(2).join(psk('Always', KEY));
    await machine.run(['date', '-u', '-s', '2026-06-01 12:30:00']);
    await on(1).join(psk('Night', KEY), 60);
    await machine.run(['date', '-u', '-s', '2026-06-08 11:29:58']);
    await soon(async () => expect(await on(1).isOn()).toBe(false), 60);
    await soon(async () => expect(await on(1).scan()).not.toContain('Night'));
    expect(await on(2).isOn()).toBe(true);
    expect(await on(2).log()).not.toContain('CTRL-EVENT-DISCONNECTED');
  });

  it('comes to where it should be, wherever the agent was killed', async () => {
    await leaveAll();
    const exists = (device: string) => ap.host.succeeds('ip', 'link', 'show', device);
    const moments: ((vlan: number) => Promise<boolean>)[] = [
      () => Promise.resolve(ap.cloud.received('cfg').some(({ rev }) => rev === ap.rev)),
      (vlan) => exists(`nlup${vlan}`),
      () => ap.host.succeeds('pgrep', '-f', 'air/nlw0b1.conf'),
    ];
    for (const [turn, isTime] of moments.entries()) {
      const births = ap.cloud.received('birth').length;
      const vlanId = 30 + turn;
      ap.push(air([wlan('Always'), wlan(`Turn${turn}`, { vlanId })]));
      await soon(async () => expect(await isTime(vlanId)).toBe(true));
      await ap.kill();
      await ap.run();
      await soon(() => expect(ap.cloud.received('birth').length).toBe(births + 1), 60);
      if (ap.cloud.received('birth').at(-1)?.cfgRev !== ap.rev) ap.again();
      await soon(async () => expect(await on(1).scan()).toContain(`Turn${turn}`), 60);
    }
    expect(await exists('nlup31')).toBe(false);
  });

  it('asks a RADIUS server whom to let in', async () => {
    const secret = 'shared "secret" #1';
    await startRadius(router, secret);
    const security = {
      mode: 'wpa2' as const,
      ciphers: ['AES' as const],
      radius: { ip: WIRED.router, port: 1812, secret },
      keyUpdateSeconds: 3600,
    };
    expect((await ap.configure(air([wlan('Staff', { security })]))).status).toBe('applied');
    const eap = (password: string) => ({
      ssid: ssidHex('Staff'),
      key_mgmt: 'WPA-EAP',
      eap: 'PWD',
      identity: '"anna"',
      password: `"${password}"`,
    });
    await on(2).seek(eap('wrong'));
    expect((await on(1).join(eap('open sesame'))).get('key_mgmt')).toBe('WPA2/IEEE 802.1X/EAP');
    await soon(async () => expect(await on(2).log()).toContain('CTRL-EVENT-EAP-FAILURE'));
    expect(await on(2).isOn()).toBe(false);
  });
});
