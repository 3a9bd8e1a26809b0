import {
  EMPTY_WIRELESS,
  ERRORS,
  type NetworkConfig,
  STALE_AFTER_MS,
  type WifiPolicy,
} from '@northlight/contract';
import { configPush, topics } from '@northlight/contract/device-protocol';
import { HOUR_MS } from '@northlight/runtime';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { BaseDevice } from '../../devices/index.ts';
import {
  createProject,
  pollUntil,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const STAFF: WifiPolicy = {
  id: 'staff',
  name: 'Staff',
  enabled: true,
  ssid: 'Office',
  hidden: false,
  bands: ['2.4G', '5G'],
  security: { mode: 'wpa2-psk', ciphers: ['AES'], key: 'long enough', keyUpdateSeconds: 0 },
  maxClients: 32,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
};
const config = (...policies: WifiPolicy[]): NetworkConfig => ({
  vlans: [],
  dhcpPools: [],
  wireless: { ...EMPTY_WIRELESS, policies },
});

/** Returns a project with an access point that is online. */
async function site() {
  const { id: projectId } = await createProject(owner);
  const params = { projectId };
  const [base] = (await world.register({ model: 'NL-AP6C' })) as [BaseDevice];
  const { id } = await owner.call('deviceAdd', {
    params,
    body: { sn: base.sn, claimCode: base.claimCode, name: 'AP-1' },
  });
  const credential = await RawDevice.provision(world.mqttPort, base);
  const device = await RawDevice.online(world.mqttPort, base, credential, { session: 'air' });
  let seq = 0;
  const report = (radios: object[] | undefined, nearbyNetworks?: object[], nearbyChannels?: object[]) =>
    device.publish(topics.up(id, 'stat'), {
      session: 'air',
      seq: ++seq,
      ts: world.clock.now(),
      cpu: 5,
      ...(radios && { radios }),
      ...(nearbyNetworks && { nearbyNetworks }),
      ...(nearbyChannels && { nearbyChannels }),
    });
  const apply = async (next: NetworkConfig) => {
    const { version } = await owner.call('networkConfigGet', { params });
    return owner.call('networkConfigApply', { params, body: { baseVersion: version, config: next } });
  };
  const air = async () => (await owner.call('wirelessAirGet', { params })).items;
  return { air, apply, device, id, params, report };
}
/** Advances the clock in steps until a device's report is acknowledged. */
async function acknowledged(report: Promise<void>): Promise<void> {
  let over = false;
  const ended = report.finally(() => {
    over = true;
  });
  await pollUntil(async () => {
    await world.clock.advance(100);
    return over;
  });
  await ended;
}

const radio = (id: string, ...ssids: string[]) => ({ id, up: true, channel: 6, ssids });

test('pushes policies to an access point and shows the SSIDs that its radios broadcast', async () => {
  const { air, apply, device, id, params, report } = await site();
  await using _device = device;
  expect(await air()).toEqual([]);
  await apply(config(STAFF));
  const push = configPush.parse((await device.next()).payload);
  expect(push.config.wireless).toMatchObject({
    wlans: [{ name: 'Staff', ssid: 'Office', bands: ['2.4G', '5G'], security: { key: 'long enough' } }],
    blacklist: [],
  });
  const missing = async () => (await air())[0]?.missing.map(({ band, reason }) => `${band} ${reason}`);
  expect(await missing()).toEqual(['2.4G silent', '5G silent']);
  await world.clock.advance(1_000);
  const sent = report([radio('radio0', 'Office'), radio('radio1')]);
  await pollUntil(async () => {
    await world.clock.advance(100);
    return (await air())[0]?.onAir === 1;
  });
  await sent;
  expect(await missing()).toEqual(['5G absent']);
  const detail = await owner.call('deviceGet', { params: { ...params, deviceId: id } });
  expect(detail.radios).toEqual([
    { id: 'radio0', band: '2.4G', maxPowerDbm: 26, up: true, channel: 6, ssids: ['Office'] },
    { id: 'radio1', band: '5G', maxPowerDbm: 29, up: true, channel: 6, ssids: [] },
  ]);
  // Sends reports without radios: they keep the connection from being closed as silent, but do not update the
  // radio figures.
  for (let passed = 0; passed < STALE_AFTER_MS; passed += 30_000) {
    await world.clock.advance(30_000);
    await acknowledged(report(undefined));
  }
  expect(await missing()).toEqual(['2.4G stale', '5G stale']);
});

test('lists the foreign networks of the last scan, and keeps them after reports without a scan', async () => {
  const { device, id, params, report } = await site();
  await using _device = device;
  const list = async () => (await owner.call('foreignNetworkList', { params })).items;
  expect(await list()).toEqual([]);
  const network = { band: '2.4G', channel: 6, signalDbm: -71, security: 'WPA2' };
  const own = { ...network, bssid: '02:AA:00:00:00:01', ssid: 'Office' };
  const twin = { ...network, bssid: '02:00:00:00:00:02', ssid: 'Office', signalDbm: -50 };
  const cafe = { ...network, bssid: '02:00:00:00:00:03', ssid: 'Café' };
  const radios = [{ ...radio('radio0', 'Office'), bssids: ['02:aa:00:00:00:01'] }];
  await acknowledged(report(radios, [own, twin, cafe]));
  await acknowledged(report(radios));
  await pollUntil(async () => {
    await world.clock.advance(100);
    return (await list()).length > 0;
  });
  const { name } = await owner.call('deviceGet', { params: { ...params, deviceId: id } });
  expect(await list()).toMatchObject([
    { ssid: 'Office', bssid: twin.bssid, usesOwnSsid: true },
    { ssid: 'Café', usesOwnSsid: false, receivers: [{ deviceId: id, deviceName: name, signalDbm: -71 }] },
  ]);
  const stranger = await world.signedUp();
  expect((await stranger.refused('foreignNetworkList', { params })).body.code).toBe(73);
});

test('merges the scans of a device by channel, each network with its own time, for 24 h and up to 256 networks', async () => {
  const { device, id, params, report } = await site();
  await using _device = device;
  const list = async () => (await owner.call('foreignNetworkList', { params })).items;
  const network = (number: number, channel: number) => ({
    bssid: `02:00:00:00:${(number >> 8).toString(16).padStart(2, '0')}:${(number & 255).toString(16).padStart(2, '0')}`,
    ssid: `Net ${number}`,
    band: channel > 14 ? '5G' : '2.4G',
    channel,
    signalDbm: -40 - (number % 50),
    security: 'WPA2',
    loadPercent: 20,
  });
  const scan = async (networks: object[], channels: readonly number[]) => {
    const nearbyChannels = channels.map((channel) => ({
      band: channel > 14 ? '5G' : '2.4G',
      channel,
      noiseDbm: -95,
    }));
    await acknowledged(report([radio('radio0', 'Office')], networks, nearbyChannels));
    // Waits until the merged figures are written.
    await world.clock.advance(2_000);
  };
  const names = async (): Promise<string[]> => (await list()).map(({ ssid }) => ssid);
  const stored = async () =>
    (
      await world.services.db
        .selectFrom('device_state')
        .select('nearby_networks')
        .where('device_id', '=', id)
        .executeTakeFirstOrThrow()
    ).nearby_networks ?? [];
  /** Makes the received networks of the device older by this time. */
  const age = async (ms: number) => {
    await sql`
      update device_state set nearby_networks = (
        select jsonb_agg(entry || jsonb_build_object('at', (entry->>'at')::numeric - ${ms}::numeric))
        from jsonb_array_elements(nearby_networks) as entry)
      where device_id = ${id}`.execute(world.services.db);
  };
  await scan([network(1, 6), network(2, 6), network(3, 36)], [6, 36]);
  await pollUntil(async () => (await names()).length === 3);
  await age(HOUR_MS);
  await scan([network(1, 6), network(4, 11)], [6, 11]);
  await pollUntil(async () => (await names()).includes('Net 4'));
  expect(await names()).toEqual(['Net 1', 'Net 3', 'Net 4']);
  const [one, three] = await list();
  expect(Date.parse(one?.seenAt ?? '') - Date.parse(three?.seenAt ?? '')).toBeGreaterThanOrEqual(HOUR_MS);
  expect(three).toMatchObject({ loadPercent: 20, channel: 36 });
  const { nearby_channels: channels } = await world.services.db
    .selectFrom('device_state')
    .select('nearby_channels')
    .where('device_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(channels).toMatchObject([{ channel: 6, noiseDbm: -95 }, { channel: 11 }, { channel: 36 }]);
  // The network on the channel to which no scan has listened for a day is dropped.
  await age(23 * HOUR_MS);
  await scan([network(1, 6)], [6]);
  await pollUntil(async () => (await stored()).length === 2);
  expect(await names()).toEqual(['Net 1', 'Net 4']);
  for (let channel = 36; channel < 46; channel++)
    await scan(
      Array.from({ length: 60 }, (_, index) => network(channel * 100 + index, channel)),
      [channel],
    );
  await pollUntil(async () => (await stored()).length === 256);
  const signals = ((await stored()) as { signalDbm: number }[]).map(({ signalDbm }) => signalDbm);
  expect(Math.min(...signals)).toBeGreaterThanOrEqual(-65);
});

test('keeps the password of a renamed policy and never returns it', async () => {
  const { apply, device, params } = await site();
  await using _device = device;
  await apply(config(STAFF));
  await device.next();
  const { config: read } = await owner.call('networkConfigGet', { params });
  expect(JSON.stringify(read)).not.toContain('long enough');
  const [kept] = read.wireless?.policies ?? [];
  if (!kept) throw new Error('The policy is missing.');
  await apply(config({ ...kept, name: 'Employees' }));
  const push = configPush.parse((await device.next()).payload);
  expect(push.config.wireless?.wlans).toMatchObject([
    { name: 'Employees', security: { key: 'long enough' } },
  ]);
});

test('refuses to remove a VLAN in use with code 26, and refuses contradictory policies at their fields', async () => {
  const { apply, device, params } = await site();
  await using _device = device;
  const vlans = [{ id: 20, name: 'Staff', ip: '192.168.20.1', prefix: 24, ports: [] }];
  const { version } = await apply({ ...config({ ...STAFF, vlanId: 20 }), vlans });
  const { config: applied } = await owner.call('networkConfigGet', { params });
  const refused = async (next: NetworkConfig) =>
    (await owner.refused('networkConfigApply', { params, body: { baseVersion: version, config: next } }))
      .body;
  expect(await refused({ ...applied, vlans: [] })).toMatchObject({
    code: ERRORS.wirelessInUse.code,
    fields: { 'config.vlans': 'VLAN 20 cannot be removed: the wireless policy “Staff” uses it.' },
  });
  const twin = { ...STAFF, id: 'twin', name: 'Twin' };
  expect(
    await refused({ ...applied, ...config(...(applied.wireless?.policies ?? []), twin), vlans }),
  ).toMatchObject({
    code: ERRORS.ssidExists.code,
    fields: { 'config.wireless.policies.1.ssid': expect.stringContaining('“Twin” and “Staff”') },
  });
});

test('hides radio reports from accounts without read access', async () => {
  const { device, params } = await site();
  await using _device = device;
  const path = `/api/v1/projects/${params.projectId}/wireless/air`;
  expect((await world.browser().fetch(path)).status).toBe(401);
  const stranger = await world.signedUp();
  expect((await stranger.refused('wirelessAirGet', { params })).body.code).toBe(73);
  expect((await owner.fetch('/api/v1/projects/none/wireless/air')).status).toBe(400);
  expect((await owner.fetch('/api/v1/projects/1/wireless/air')).status).toBe(404);
});

test('counts no radio of a bridge among those that broadcast policies or cover a floor plan', async () => {
  const { air, apply, device, params } = await site();
  await using _device = device;
  const [bridge] = await world.register({ model: 'NL-CPE5' });
  if (!bridge) throw new Error('There is no bridge.');
  await owner.call('deviceAdd', {
    params,
    body: { sn: bridge.sn, claimCode: bridge.claimCode, name: 'CPE-1' },
  });
  await apply(config(STAFF));
  expect(await air()).toMatchObject([{ wanted: 2 }]);
  const { items } = await owner.call('mapDeviceList', { params });
  expect(items.map(({ name, radios }) => [name, radios.length])).toEqual([
    ['AP-1', 2],
    ['CPE-1', 0],
  ]);
});
