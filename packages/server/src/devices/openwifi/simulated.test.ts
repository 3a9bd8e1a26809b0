/** Simulated OpenWiFi devices, managed only through the console's API. */
import type { WifiPolicy } from '@northlight/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createDeviceAuthority,
  createDevicePair,
  type PemPair,
  SimulatedOpenWifi,
} from '@northlight/simulator/openwifi';
import { SteppedClock, SystemEntropy } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  pollUntil,
  createSerial,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

const entropy = new SystemEntropy();
let world: TestServer;
let owner: TestBrowser;
let authority: PemPair;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  owner = await world.signedUp();
  authority = await createDeviceAuthority('Simulated devices', world.clock, entropy);
  await owner.call('authorityAdd', { body: { pem: authority.cert } });
});
afterAll(() => world[Symbol.asyncDispose]());

async function startSimulated(platform: 'ap' | 'switch', projectId?: number) {
  const serial = createSerial();
  const { clock } = world;
  const device = new SimulatedOpenWifi({
    serial,
    platform,
    url: `wss://127.0.0.1:${world.server.ucentral.port}`,
    ca: readFileSync(join(world.dataDirectory, 'tls', 'authority.pem'), 'utf8'),
    pair: await createDevicePair(authority, serial, clock, entropy),
    clock,
    entropy,
  });
  const sn = `OWF1${serial.toUpperCase()}`;
  await pollUntil(async () => (await owner.call('waitingDeviceList', {})).items.some((one) => one.sn === sn));
  const params = { projectId: projectId ?? (await createProject(owner)).id };
  const { id } = await owner.call('waitingDeviceAdd', { params: { sn }, body: params });
  const get = () => owner.call('deviceGet', { params: { ...params, deviceId: id } });
  const job = (jobId: string) => owner.call('jobGet', { params: { ...params, jobId } });
  return {
    device,
    id,
    params,
    get,
    job,
    waitForEnd: (jobId: string) =>
      pollUntil(async () => ((await job(jobId)).state === 'running' ? undefined : job(jobId))),
    online: () => pollUntil(async () => (await get()).state === 1),
    [Symbol.asyncDispose]: () => device[Symbol.asyncDispose](),
  };
}

async function applyVlans(params: { projectId: number }, ids: readonly number[]) {
  const { version } = await owner.call('networkConfigGet', { params });
  const vlans = ids.map((id) => ({
    id,
    name: `Net ${id}`,
    ip: `10.${id >> 8}.${id & 255}.1`,
    prefix: 24,
    ports: [],
  }));
  const body = { baseVersion: version, config: { vlans, dhcpPools: [] } };
  return (await owner.call('networkConfigApply', { params, body })).job;
}

test('configures VLANs of a switch, reports a reserved VLAN at its path, and shows figures and clients', async () => {
  await using site = await startSimulated('switch');
  await site.online();
  const good = await applyVlans(site.params, [20, 30]);
  // A switch without a configuration reports its ports by telemetry only.
  await pollUntil(
    async () => (await world.clock.advance(10_000), (await site.job(good.id)).state !== 'running'),
  );
  expect((await site.job(good.id)).state).toBe('done');
  expect(site.device.poeOff).toEqual(new Set());
  expect(site.device.uuid).toBeGreaterThan(1);
  const partly = await applyVlans(site.params, [20, 30, 1002]);
  expect((await site.waitForEnd(partly.id)).rows).toMatchObject([
    { state: 'partial', issues: [{ path: 'vlans.2.id', reason: 'VLAN 1002 is reserved by this switch' }] },
  ]);
  await world.clock.advance(61_000);
  await pollUntil(
    async () => (await world.services.plane.processAll(), (await site.get()).clientCount === 4),
  );
  const { capabilities, ports } = await site.get();
  expect(ports.find(({ id }) => id === 'Ethernet0')).toMatchObject({
    up: true,
    speedMbps: 1000,
    poeWatts: 4,
  });
  expect(ports.filter(({ role }) => role === 'uplink').map(({ id }) => id)).toEqual(['Ethernet8']);
  expect(capabilities.features).toContain('poe-restart');
  const body = { kind: 'poe-restart' as const, deviceIds: [site.id], args: { ports: ['Ethernet1'] } };
  const restart = await owner.call('deviceCommand', { params: site.params, body });
  expect((await site.waitForEnd(restart.id)).state).toBe('done');
  expect(site.device.poeResets).toEqual(['Ethernet1']);
});

test('runs a restart, a scan and an upgrade from a URL on an access point', async () => {
  await using site = await startSimulated('ap');
  await site.online();
  const body = { kind: 'restart' as const, deviceIds: [site.id] };
  const restart = await owner.call('deviceCommand', { params: site.params, body });
  await pollUntil(async () => (await site.get()).state === 8);
  await world.clock.advance(10_000);
  await pollUntil(() => !site.device.connected);
  await world.clock.advance(15_000);
  expect((await site.waitForEnd(restart.id)).state).toBe('done');
  await site.online();
  const params = { ...site.params, deviceId: site.id };
  const scan = await owner.call('deviceDiagnose', { params, body: { kind: 'wifi-scan' } });
  expect((await site.waitForEnd(scan.id)).rows[0]?.result?.networks).toHaveLength(5);
  const image = (imageUrl: string) => owner.call('openWifiUpgrade', { params, body: { imageUrl } });
  const refused = await image('https://images.example.com/readme.txt');
  expect((await site.waitForEnd(refused.id)).rows).toMatchObject([
    { state: 'failed', detail: 'The image could not be validated' },
  ]);
  const upgrade = await image('https://images.example.com/SIM-v2.0.0.bin');
  await pollUntil(async () => (await site.get()).state === 3);
  await world.clock.advance(4_000);
  await pollUntil(async () => (await site.job(upgrade.id)).rows[0]?.percent === 50);
  await world.clock.advance(16_000);
  await pollUntil(() => !site.device.connected);
  await world.clock.advance(15_000);
  expect((await site.waitForEnd(upgrade.id)).state).toBe('done');
  expect(await site.get()).toMatchObject({ state: 2, softwareVersion: 'SIM-v2.0.0' });
});

test('keeps a spanning tree, and ports for modules at the speed of their link', async () => {
  await using site = await startSimulated('switch');
  const { device, id, params } = site;
  await site.online();
  const first = await applyVlans(params, [20]);
  await pollUntil(
    async () => (await world.clock.advance(10_000), (await site.job(first.id)).state !== 'running'),
  );
  const settings = { spanningTree: { enabled: true, priority: 4096 } };
  const body = { changes: [{ deviceId: id, baseVersion: 0, settings }] };
  const tree = await owner.call('deviceSettingsApply', { params, body });
  expect((await site.waitForEnd(tree.id)).state).toBe('done');
  expect(device.configuration?.['switch']).toMatchObject({ 'loop-detection': { protocol: 'rpvstp' } });
  // Ports without a link stay on, so that a module comes up at its own speed.
  expect(device.ports.getLinkSpeed('Ethernet9')).toBeUndefined();
  device.ports.plug('Ethernet9', 10_000);
  device.ports.plug('Ethernet4', 1000);
  expect(
    ['Ethernet0', 'Ethernet4', 'Ethernet9', 'Ethernet10'].map((port) => device.ports.getLinkSpeed(port)),
  ).toEqual([1000, 1000, 10_000, 40_000]);
  const port = async (name: string) => (await site.get()).capabilities.ports.find((each) => each.id === name);
  await world.clock.advance(61_000);
  await pollUntil(async () => (await port('Ethernet9'))?.maxSpeedMbps === 10_000);
  expect((await port('Ethernet10'))?.speedsMbps).not.toContain(40_000);
  await applyVlans(params, [20, 30]);
  await pollUntil(async () => (await site.get()).config.reportedRev === 3);
  expect(device.ports.getLinkSpeed('Ethernet9')).toBe(10_000);
  expect(device.ports.getLinkSpeed('Ethernet10')).toBe(40_000);
  expect(device.connected).toBe(true);
});

test('changes the country of an access point without a reset', async () => {
  await using site = await startSimulated('ap');
  const { device, id, params } = site;
  await site.online();
  const body = { kind: 'country' as const, deviceIds: [id], args: { country: 'PT' } };
  const job = await owner.call('deviceCommand', { params, body });
  expect((await site.waitForEnd(job.id)).state).toBe('done');
  expect(device.configuration?.['radios']).toMatchObject([{ country: 'PT' }, { country: 'PT' }]);
  await world.clock.advance(30_000);
  expect(device.connected).toBe(true);
  expect(device.uuid).toBeGreaterThan(1);
});

test('broadcasts the Wi-Fi policies of the project and applies unsupported ones partially', async () => {
  await using site = await startSimulated('ap');
  await site.online();
  const { params } = site;
  const policy = (id: string, own: Partial<WifiPolicy> = {}): WifiPolicy => ({
    id: id.toLowerCase(),
    name: id,
    enabled: true,
    ssid: id,
    hidden: false,
    bands: ['2.4G', '5G'],
    security: { mode: 'wpa2-psk', ciphers: ['AES'], key: 'good password', keyUpdateSeconds: 0 },
    maxClients: 32,
    guest: false,
    shutdowns: [],
    dhcp: 'user',
    devices: 'all',
    ...own,
  });
  const apply = async (policies: WifiPolicy[]) => {
    const { config, version } = await owner.call('networkConfigGet', { params });
    const wireless = { policies, blacklist: [], radios: [], countries: [] };
    const body = { baseVersion: version, config: { ...config, wireless } };
    return site.waitForEnd((await owner.call('networkConfigApply', { params, body })).job.id);
  };
  expect((await apply([policy('Lobby'), policy('Rooms', { bands: ['5G'] })])).state).toBe('done');
  expect(site.device.connected).toBe(true);
  const broadcastSsids = async (): Promise<readonly (readonly string[])[]> => {
    await world.clock.advance(61_000);
    await world.services.plane.processAll();
    return (await site.get()).radios.map(({ ssids = [] }) => [...ssids].sort());
  };
  await pollUntil(async () => (await broadcastSsids()).some((ssids) => ssids.includes('Lobby')));
  expect(await broadcastSsids()).toEqual([['Lobby'], ['Lobby', 'Rooms']]);
  const measured = {
    busyPercent: expect.any(Number),
    txPercent: expect.any(Number),
    noiseDbm: expect.any(Number),
  };
  // All clients use the first SSID of the first radio.
  expect((await site.get()).radios).toMatchObject([
    { ...measured, retryPercent: expect.any(Number) },
    measured,
  ]);
  const shutdowns = [{ days: [1], fromMinute: 60, toMinute: 300 }];
  const partly = await apply([policy('Lobby', { shutdowns })]);
  expect(partly.rows).toMatchObject([{ state: 'partial' }]);
  expect((await owner.call('networkAnswerList', { params })).items).toMatchObject([
    { list: 'wireless.policies', key: 'lobby', field: 'shutdowns', refused: false },
  ]);
});
