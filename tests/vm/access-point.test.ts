import { parseAbilities, RadioScanner } from '@northlight/agent';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { AccessPointSite, createConfiguration, createWlan, KEY, RADIO_0 } from './access-point-site.ts';
import { UNTAGGED, VLAN_20 } from './device.ts';
import { pollUntil } from './poll-until.ts';
import { readUploadLimits } from './limits.ts';
import { startRadius } from './radius.ts';
import { explainMissingForMachine } from './requirements.ts';
import {
  CHANNELS_MHZ,
  formatSsidAsIw,
  createOpenNetwork,
  createPskNetwork,
  createSaeNetwork,
  encodeSsidHex,
} from './station.ts';

const RAW_KEY = '0123456789abcdef'.repeat(4);
const GUESTS = createWlan('Guests', {
  bands: ['2.4G', '5G'],
  vlanId: VLAN_20.id,
  isolated: true,
  upKbps: 2_000,
});

describe.skipIf(explainMissingForMachine() !== undefined)('an access point in the virtual machine', () => {
  let site: AccessPointSite;

  beforeAll(async () => {
    site = await AccessPointSite.create(inject('software'));
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${await site.device.output()}\n`);
  });

  afterAll(async () => {
    await site?.[Symbol.asyncDispose]();
  });

  const on = (number: 1 | 2 | 3) => site.station(number);
  const lastStat = () => site.device.cloud.received('stat').at(-1);

  it('connects through its uplink and reports its radios', async () => {
    const birth = await pollUntil(() => {
      const [first] = site.device.cloud.received('birth');
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
    await pollUntil(() => expect(site.device.cloud.received('topo').length).toBeGreaterThan(0));
  });

  const ODD = `q"'\\$(\n#=🐙`;
  /** The same SSID in reports of the agent and as the cloud stores them. */
  const CLEAN_ODD = ODD.replace('\n', ' ');
  const ALL_SECURITY_MODES = createConfiguration(
    [
      createWlan('Office', { bands: ['2.4G', '5G'] }),
      createWlan('Secure', {
        security: { mode: 'wpa3-sae', ciphers: ['AES'], key: KEY, keyUpdateSeconds: 0 },
      }),
      createWlan('Mixed', {
        security: { mode: 'wpa3-sae-wpa2-psk', ciphers: ['AES'], key: KEY, keyUpdateSeconds: 600 },
      }),
      createWlan('Behind', { hidden: true, bands: ['5G'] }),
      createWlan('odd', { ssid: ODD, security: { mode: 'open' }, bands: ['5G'] }),
      createWlan('raw', {
        security: { mode: 'wpa-wpa2-psk', ciphers: ['AES', 'TKIP'], key: RAW_KEY, keyUpdateSeconds: 60 },
      }),
    ],
    { radios: [RADIO_0] },
  );

  it('broadcasts every SSID byte for byte, and hidden SSIDs without a name', async () => {
    expect(await site.device.configure(ALL_SECURITY_MODES)).toMatchObject({ status: 'applied', issues: [] });
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
      expect(site.reportedClients()).toContainEqual(
        expect.objectContaining({ mac: on(1).mac, ssid: 'Office', signalDbm: expect.any(Number) }),
      ),
    );
    await pollUntil(() => expect(lastStat()?.radios?.every(({ up }) => up)).toBe(true));
    expect(lastStat()?.radios).toMatchObject([
      { id: 'radio0', up: true, channel: 6, widthMhz: 20, powerDbm: 12 },
      { id: 'radio1', up: true, widthMhz: 80 },
    ]);
    expect(lastStat()?.radios?.[1]?.ssids).toEqual(['Office', 'Behind', CLEAN_ODD]);
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

  const NEIGHBOUR = { ssid: CLEAN_ODD, band: '2.4G', channel: 6, security: 'WPA3' };

  /** Broadcasts `NEIGHBOUR` from the third station until the test finishes. */
  async function startNeighbour(): Promise<void> {
    const { device, host } = on(3);
    await on(3).leave();
    const settings = {
      interface: device,
      ssid2: encodeSsidHex(ODD),
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
    await pollUntil(async () => expect(await neighbour.output()).toContain('AP-ENABLED'));
  }

  it('disconnects a client on command, and scans for neighbouring networks', async () => {
    await on(3).leave();
    const kicked = await site.device.command('client-kick', { mac: on(1).mac });
    expect(kicked.state).toBe('done');
    await pollUntil(async () => expect(await on(1).log()).toContain('CTRL-EVENT-DISCONNECTED'));
    expect((await site.device.command('client-kick', { mac: '02:00:00:00:99:99' })).result?.reason).toContain(
      'This client is not connected',
    );
    await on(1).waitUntilConnected();
    await startNeighbour();
    await pollUntil(async () => {
      const scan = await site.device.command('wifi-scan', {}, 60);
      expect(scan.result?.networks).toEqual([expect.objectContaining(NEIGHBOUR)]);
    }, 60);
  });

  it('finds networks on its own channel without disconnecting its clients', async () => {
    await startNeighbour();
    const scanner = new RadioScanner({
      radios: [{ id: 'radio0', interface: 'wlan0' }],
      listChannels: async () => {
        const { channels } = parseAbilities(await site.readRadio());
        return channels.filter(({ mhz }) => CHANNELS_MHZ.includes(mhz));
      },
      // Ends a program after 15 s, like the agent: if `iw` misses the end of its scan, the kernel still has the
      // results then.
      run: (argv) => site.device.host.run('timeout', '15', ...argv),
    });
    // The kernel keeps the results of all channels for 30 s.
    await pollUntil(async () => {
      const { networks } = await scanner.scanAll();
      expect(new Set(networks.map(({ band }) => band))).toEqual(new Set(['2.4G', '5G']));
    }, 120);
    const found = await pollUntil(async () => {
      const { channels, networks } = await scanner.scanInTurns([{ id: 'radio0', channel: 6 }]);
      expect(networks.map(({ ssid }) => ssid)).toContain(NEIGHBOUR.ssid);
      expect(channels).toContainEqual(expect.objectContaining({ band: '2.4G', channel: 6 }));
      return networks.filter(({ channel }) => channel === 6);
    }, 60);
    // Networks of the second radio are on another channel.
    expect(found).toEqual([expect.objectContaining({ ...NEIGHBOUR, bssid: on(3).mac })]);
    expect(await on(1).isConnected()).toBe(true);
  });

  it('keeps serving clients while the agent is stopped, and a new agent takes over without an interruption', async () => {
    await on(1).waitUntilConnected();
    const before = site.device.cloud.received('birth').length;
    await site.device.kill();
    expect(await on(1).host.reaches(UNTAGGED.router)).toBe(false);
    await on(1).requestLease();
    expect(await on(1).host.reaches(UNTAGGED.router)).toBe(true);
    const log = (await on(1).log()).length;
    await site.device.run();
    await pollUntil(() => expect(site.device.cloud.received('birth').length).toBe(before + 1), 60);
    expect(await on(1).isConnected()).toBe(true);
    expect((await on(1).log()).length).toBe(log);
  });

  it('rejects a key with a line break and keeps its configuration', async () => {
    const hostile = `password\nssid=evil`;
    const report = await site.device.configure(
      createConfiguration([
        createWlan('Office', {
          security: { mode: 'wpa2-psk', ciphers: ['AES'], key: hostile, keyUpdateSeconds: 0 },
        }),
      ]),
    );
    expect(report).toMatchObject({ status: 'rejected', issues: [{ path: 'wireless.wlans.0.security.key' }] });
    expect(await on(1).isConnected()).toBe(true);
  });

  it('isolates guests in their VLAN, on one radio and across two radios', async () => {
    await site.disconnectAll();
    const report = await site.device.configure(createConfiguration([GUESTS, createWlan('Office')]));
    expect(report).toMatchObject({ status: 'applied', issues: [] });
    const band = (mhz: string) => ({ ...createPskNetwork('Guests', KEY), freq_list: mhz });
    await on(1).join(band('2437'));
    await on(2).join(band('2437'));
    await on(3).join(band('5180'));
    const addresses = [];
    for (const station of site.stations) addresses.push(await station.requestLease());
    for (const address of addresses) expect(address).toMatch(/^10\.77\.20\./);
    const [, second = '', third = ''] = addresses;
    for (const station of site.stations) expect(await station.host.reaches(VLAN_20.router)).toBe(true);
    expect(await on(1).host.reaches(second)).toBe(false);
    expect(await on(1).host.reaches(third)).toBe(false);
    expect(await on(3).host.reaches(second)).toBe(false);
  });

  it('limits the upload rate of each guest at both radios', async () => {
    const limits = await readUploadLimits(site.device.host);
    const [low, high, ...others] = [...limits.keys()].sort();
    expect(others).toEqual([]);
    expect(limits.get(low ?? '')).toEqual({
      kbps: GUESTS.upKbps,
      clients: expect.arrayContaining([on(1).mac, on(2).mac]),
    });
    expect(limits.get(high ?? '')).toEqual({ kbps: GUESTS.upKbps, clients: [on(3).mac] });
  });

  it('rejects clients on the blacklist and disconnects those that are connected', async () => {
    await on(2).join(createPskNetwork('Office', KEY));
    expect(await on(1).isConnected()).toBe(true);
    const report = await site.device.configure(
      createConfiguration([GUESTS, createWlan('Office')], { blacklist: [on(2).mac] }),
    );
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
    await site.disconnectAll();
    expect(
      (
        await site.device.configure(
          createConfiguration([createWlan('Lounge', { dhcp: 'ap', bands: ['5G'] })]),
        )
      ).status,
    ).toBe('applied');
    await on(1).join(createPskNetwork('Lounge', KEY));
    expect(await on(1).requestLease()).toMatch(/^172\.30\.0\./);
    const watch = await site.router.start('tcpdump', '-n', '-l', '-i', 'lan0', 'icmp');
    await pollUntil(async () => expect(await watch.output()).toContain('listening'));
    expect(await on(1).host.reaches(UNTAGGED.router)).toBe(true);
    const seen = await watch.end();
    expect(seen).toMatch(/10\.77\.0\.\d+ > 10\.77\.0\.1: ICMP echo request/);
    expect(seen).not.toContain('172.30.');
    await pollUntil(() =>
      expect(site.reportedClients()).toContainEqual(
        expect.objectContaining({ mac: on(1).mac, ip: expect.stringMatching(/^172\.30/) }),
      ),
    );
  });

  it('stops broadcasting a scheduled SSID during its shutdown, while another SSID continues', async () => {
    await site.disconnectAll();
    // Sets the time to 14:00 local time (12:00 UTC), in the middle of a shutdown of 1 h.
    await site.machine.run(['date', '-u', '-s', '2026-06-01 12:00:00']);
    const shutdowns = [{ days: [1], fromMinute: 14 * 60 - 30, toMinute: 14 * 60 + 30 }];
    const night = createConfiguration([createWlan('Night', { shutdowns }), createWlan('Always')]);
    expect((await site.device.configure(night)).status).toBe('applied');
    const names = await on(1).scan();
    expect(names).toContain('Always');
    expect(names).not.toContain('Night');
    await on(2).join(createPskNetwork('Always', KEY));
    await site.machine.run(['date', '-u', '-s', '2026-06-01 12:30:00']);
    await on(1).join(createPskNetwork('Night', KEY), 60);
    await site.machine.run(['date', '-u', '-s', '2026-06-08 11:29:58']);
    await pollUntil(async () => expect(await on(1).isConnected()).toBe(false), 60);
    await pollUntil(async () => expect(await on(1).scan()).not.toContain('Night'));
    expect(await on(2).isConnected()).toBe(true);
    expect(await on(2).log()).not.toContain('CTRL-EVENT-DISCONNECTED');
  });

  it('reaches the pushed configuration after the agent was killed at any step', async () => {
    await site.disconnectAll();
    const exists = (device: string) => site.device.host.succeeds('ip', 'link', 'show', device);
    const moments: ((vlan: number) => Promise<boolean>)[] = [
      () => Promise.resolve(site.device.cloud.received('cfg').some(({ rev }) => rev === site.device.rev)),
      (vlan) => exists(`nlup${vlan}`),
      () => site.device.host.succeeds('pgrep', '-f', 'air/nlw0b1.conf'),
    ];
    for (const [step, isReached] of moments.entries()) {
      const births = site.device.cloud.received('birth').length;
      const vlanId = 30 + step;
      site.device.push(createConfiguration([createWlan('Always'), createWlan(`Step${step}`, { vlanId })]));
      await pollUntil(async () => expect(await isReached(vlanId)).toBe(true));
      await site.device.kill();
      await site.device.run();
      await pollUntil(() => expect(site.device.cloud.received('birth').length).toBe(births + 1), 60);
      if (site.device.cloud.received('birth').at(-1)?.cfgRev !== site.device.rev) site.device.pushAgain();
      await pollUntil(async () => expect(await on(1).scan()).toContain(`Step${step}`), 180);
    }
    // The removal of the last step's interface is the end of the configuration, after the start of its network.
    await pollUntil(async () => expect(await exists('nlup31')).toBe(false));
  });

  it('authenticates clients with a RADIUS server', async () => {
    const secret = 'shared "secret" #1';
    await startRadius(site.router, secret);
    const security = {
      mode: 'wpa2' as const,
      ciphers: ['AES' as const],
      radius: { ip: UNTAGGED.router, port: 1812, secret },
      keyUpdateSeconds: 3600,
    };
    expect(
      (await site.device.configure(createConfiguration([createWlan('Staff', { security })]))).status,
    ).toBe('applied');
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
