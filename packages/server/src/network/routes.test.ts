import type { NetworkConfig } from '@northlight/contract';
import { type ConfigPush, configPush, topics } from '@northlight/contract/device-protocol';
import { formatCanonicalJson, hashSha256Hex } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { BaseDevice } from '../devices/index.ts';
import {
  createProject,
  pollUntil,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const VLAN_30 = { id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: ['lan1'] };
const POOL_30 = {
  name: 'guests',
  vlanId: 30,
  start: '192.168.30.100',
  end: '192.168.30.199',
  dns: ['192.168.30.1'],
  leaseMinutes: 30,
};
const CONFIG: NetworkConfig = { vlans: [VLAN_30], dhcpPools: [POOL_30] };

async function project(model = 'NL-GW5') {
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model })) as [BaseDevice];
  const { id } = await owner.call('deviceAdd', {
    params: { projectId },
    body: { sn: base.sn, claimCode: base.claimCode },
  });
  const credential = await RawDevice.provision(world.mqttPort, base);
  const apply = (config: NetworkConfig, baseVersion = 0) =>
    owner.call('networkConfigApply', { params: { projectId }, body: { baseVersion, config } });
  const online = (values: object = {}) => RawDevice.online(world.mqttPort, base, credential, values);
  const row = async () => (await owner.call('jobList', { params: { projectId } })).items[0]?.rows[0];
  return { projectId, id, apply, online, row };
}

async function pushed(device: RawDevice): Promise<ConfigPush> {
  return configPush.parse((await device.next()).payload);
}

test('reviews the changes, devices and consequences of a draft without storing it', async () => {
  const { projectId } = await project();
  const review = await owner.call('networkConfigReview', {
    params: { projectId },
    body: { baseVersion: 0, config: CONFIG },
  });
  expect(review.changes.map((change) => change.setting)).toEqual(['VLAN 30', 'DHCP pool guests']);
  expect(review.devices).toMatchObject([{ online: false }]);
  expect(review.costs.join(' ')).toContain('receive the configuration when they return');
  expect(await owner.call('networkConfigGet', { params: { projectId } })).toMatchObject({
    version: 0,
    config: { vlans: [] },
  });
});

test('states in a review whether clients lose their connection, also for changes whose clients are not counted', async () => {
  const { projectId } = await project();
  const costsOf = async (config: NetworkConfig) =>
    (await owner.call('networkConfigReview', { params: { projectId }, body: { baseVersion: 0, config } }))
      .costs;
  const quiet = 'No client loses its connection.';
  expect(await costsOf(CONFIG)).toContain(quiet);
  const lan = { ip: '10.77.0.1', prefix: 24 };
  const wan = [{ mode: 'dhcp' as const, port: 'wan1', dns: ['9.9.9.9'] }];
  for (const [part, sentence] of [
    [{ lan }, 'Clients of the LAN can lose'],
    [{ wan }, 'The internet connection of the changed ports is interrupted'],
  ] as const) {
    const costs = await costsOf({ ...CONFIG, ...part });
    expect(costs).toContainEqual(expect.stringContaining(sentence));
    expect(costs).not.toContain(quiet);
  }
});

test('counts online clients of a changed VLAN, pool or SSID in a review', async () => {
  const { apply, id, online, projectId } = await project();
  await using device = await online({ session: 'counted' });
  await apply(CONFIG);
  const client = (index: number, more: object) => ({ mac: `02:00:00:00:00:0${index}`, ...more });
  await device.publish(topics.up(id, 'clients'), {
    session: 'counted',
    seq: 1,
    ts: world.clock.now(),
    full: true,
    join: [...[1, 2, 4].map((index) => client(index, { vlan: 30 })), client(3, { vlan: 40, ssid: 'Lobby' })],
  });
  const affectedClients = async (config: NetworkConfig) =>
    (await owner.call('networkConfigReview', { params: { projectId }, body: { baseVersion: 1, config } }))
      .clientsAffected;
  await pollUntil(async () => (await affectedClients({ vlans: [], dhcpPools: [] })) === 3);
  expect(await affectedClients(CONFIG)).toBe(0);
  expect(await affectedClients({ ...CONFIG, dhcpPools: [] })).toBe(3);
  expect(await affectedClients({ ...CONFIG, staticRoutes: [] })).toBe(0);
  const [pool] = CONFIG.dhcpPools;
  const small = { ...CONFIG, dhcpPools: [{ ...pool, end: '192.168.30.101' }] } as NetworkConfig;
  const review = await owner.call('networkConfigReview', {
    params: { projectId },
    body: { baseVersion: 1, config: small },
  });
  expect(review.costs).toEqual([
    'VLAN 30: the DHCP pool has 2 addresses for 3 online clients. 1 client gets no address.',
  ]);
});

test('pushes the whole configuration and shows the device’s answer', async () => {
  const { projectId, id, apply, online, row } = await project();
  await using device = await online();
  const { version, job } = await apply(CONFIG);
  expect([version, job.rows.length]).toEqual([1, 1]);
  const push = await pushed(device);
  expect(push.config).toEqual({
    vlans: [VLAN_30],
    dhcpPools: [
      {
        name: 'guests',
        vlanId: 30,
        start: '192.168.30.100',
        end: '192.168.30.199',
        mask: '255.255.255.0',
        gateway: '192.168.30.1',
        dns: ['192.168.30.1'],
        leaseMinutes: 30,
      },
    ],
    // The device gets the verifier of the local page's password, not the password.
    localPassword: {
      salt: expect.stringMatching(/^[0-9a-f]{32}$/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  expect(push.hash).toBe(hashSha256Hex(formatCanonicalJson(push.config)));
  const report = (status: string, issues: object[] = []) =>
    device.publish(topics.up(id, 'cfg'), { rev: push.rev, hash: push.hash, status, issues });
  await report('received');
  expect(await row()).toMatchObject({ state: 'running' });
  await report('partial', [
    { path: 'vlans.0.ports', reason: 'Port lan1 is broken', substitution: 'no port' },
  ]);
  expect(await row()).toMatchObject({ state: 'partial', issues: [{ substitution: 'no port' }] });
  await report('applied');
  const { config } = await owner.call('deviceGet', { params: { projectId, deviceId: id } });
  expect(config).toMatchObject({ status: 'applied', desiredRev: push.rev, reportedRev: push.rev });
});

test('delivers a configuration that is too large for one message', async () => {
  const { apply, online } = await project('NL-GW10');
  await using device = await online();
  const vlans = Array.from({ length: 120 }, (_, index) => ({
    id: 100 + index,
    name: `Floor ${index}`,
    ip: `10.${index}.0.1`,
    prefix: 24,
    ports: [],
  }));
  const dhcpPools = vlans.map(({ id }, index) => ({
    name: `floor_${index}`,
    vlanId: id,
    start: `10.${index}.0.10`,
    end: `10.${index}.0.250`,
    dns: ['9.9.9.9'],
    leaseMinutes: 60,
  }));
  await apply({ vlans, dhcpPools });
  const { config } = await pushed(device);
  expect([config.vlans.length, config.dhcpPools.length]).toEqual([120, 120]);
});

test('shows a refusal with its reason and never sends that revision again', async () => {
  const { projectId, id, apply, online, row } = await project();
  const device = await online({ session: 'one' });
  await apply(CONFIG);
  const push = await pushed(device);
  await device.publish(topics.up(id, 'cfg'), {
    rev: push.rev,
    hash: push.hash,
    status: 'rejected',
    issues: [{ path: 'vlans.0.id', reason: 'VLAN 30 is used by the modem' }],
  });
  expect(await row()).toMatchObject({ state: 'failed', detail: 'VLAN 30 is used by the modem' });
  expect((await owner.call('deviceGet', { params: { projectId, deviceId: id } })).state).toBe(7);
  expect((await owner.call('alarmList', { params: { projectId } })).items).toMatchObject([
    { kind: 'config-refused' },
  ]);
  await device.unplug();
  await using back = await online({ session: 'two' });
  expect(back.unread).toEqual([]);
  await apply({ vlans: [{ ...VLAN_30, id: 31 }], dhcpPools: [] }, 1);
  expect((await pushed(back)).rev).toBeGreaterThan(push.rev);
});

test('queues the push to an offline device and sends the push at the next birth', async () => {
  const { apply, online, row } = await project();
  await apply(CONFIG);
  expect(await row()).toMatchObject({ state: 'queued', detail: expect.stringContaining('offline') });
  await using device = await online();
  expect((await pushed(device)).config.vlans).toHaveLength(1);
  expect((await row())?.state).toBe('sent');
});

test('completes a push without an answer at the device’s next birth', async () => {
  const { id, apply, online, row } = await project();
  const device = await online({ session: 'one' });
  await apply(CONFIG);
  const push = await pushed(device);
  await device.publish(topics.up(id, 'cfg'), { rev: push.rev, hash: push.hash, status: 'applying' });
  await device.unplug();
  await using _back = await online({ session: 'two', cfgRev: push.rev, cfgHash: push.hash });
  expect((await row())?.state).toBe('done');
});

test('refuses the later of two applies on one version, also when they are concurrent', async () => {
  const { projectId, apply } = await project();
  const both = await Promise.allSettled([apply(CONFIG), apply({ vlans: [], dhcpPools: [] })]);
  expect(both.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  const stale = await owner.refused('networkConfigApply', {
    params: { projectId },
    body: { baseVersion: 0, config: CONFIG },
  });
  expect(stale.status).toBe(409);
});

test('configures a device that joins the project later', async () => {
  const { id: projectId } = await createProject(owner);
  await owner.call('networkConfigApply', { params: { projectId }, body: { baseVersion: 0, config: CONFIG } });
  const [base] = (await world.register({ model: 'NL-GW5' })) as [BaseDevice];
  await owner.call('deviceAdd', { params: { projectId }, body: { sn: base.sn, claimCode: base.claimCode } });
  await using device = await RawDevice.online(
    world.mqttPort,
    base,
    await RawDevice.provision(world.mqttPort, base),
  );
  expect((await pushed(device)).config.vlans).toMatchObject([{ id: 30 }]);
});

test('reports every violated rule at its field and stores nothing', async () => {
  const { projectId } = await project('NL-GW5L');
  const config = {
    vlans: [
      VLAN_30,
      { ...VLAN_30, name: 'guests', ip: '192.168.30.0' },
      { id: 2000, name: 'Far', ip: '10.0.0.1', prefix: 24, ports: ['lan9'] },
    ],
    dhcpPools: [
      { ...POOL_30, start: '192.168.31.5', end: '192.168.30.2', dns: ['1.1.1.1', '1.1.1.1'] },
      { ...POOL_30, vlanId: 99 },
    ],
  };
  const { status, body } = await owner.refused('networkConfigApply', {
    params: { projectId },
    body: { baseVersion: 0, config },
  });
  expect(status).toBe(422);
  expect(Object.keys(body.fields ?? {})).toEqual(
    expect.arrayContaining([
      'config.vlans.1.id',
      'config.vlans.1.name',
      'config.vlans.1.ip',
      'config.vlans.1.ports.0',
      'config.vlans.2.id',
      'config.vlans.2.ports.0',
      'config.dhcpPools.0.start',
      'config.dhcpPools.0.end',
      'config.dhcpPools.0.dns.1',
      'config.dhcpPools.1.name',
      'config.dhcpPools.1.vlanId',
    ]),
  );
  expect((await owner.call('networkConfigGet', { params: { projectId } })).version).toBe(0);
});
