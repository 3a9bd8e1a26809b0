import { EMPTY_WIRELESS, type NetworkConfig, NET_MODES, type Project } from '@northlight/contract';
import { type ConfigPush, configPush } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { BaseDevice } from '../devices/index.ts';
import {
  createProject,
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

const POLICY = {
  id: 'staff',
  name: 'Staff',
  enabled: true,
  ssid: 'Staff',
  hidden: false,
  bands: ['5G'] as ['5G'],
  security: { mode: 'open' as const },
  guest: false,
  shutdowns: [],
  dhcp: 'user' as const,
  devices: 'all' as const,
  maxClients: 64,
};
const LAN_CONFIG: NetworkConfig = {
  vlans: [],
  lan: { ip: '192.168.10.1', prefix: 24 },
  dhcpPools: [
    { name: 'lan', vlanId: 1, start: '192.168.10.100', end: '192.168.10.199', dns: [], leaseMinutes: 720 },
  ],
  wireless: { ...EMPTY_WIRELESS, policies: [POLICY] },
};

/** A project with devices of these models, added in this order. */
async function setup(models: readonly string[], netMode: Project['netMode'] = NET_MODES.wlan) {
  const { id: projectId } = await createProject(owner, { netMode });
  const params = { projectId };
  const add = async (model: string) => {
    const [base] = (await world.register({ model })) as [BaseDevice];
    const added = await owner.call('deviceAdd', {
      params,
      body: { sn: base.sn, claimCode: base.claimCode, name: `${model.slice(3)}-${base.sn.slice(-3)}` },
    });
    return { ...added, base };
  };
  const devices = [];
  for (const model of models) devices.push(await add(model));
  const apply = (config: NetworkConfig) =>
    owner.call('networkConfigApply', { params, body: { baseVersion: 0, config } });
  const roles = async () =>
    new Map((await owner.call('deviceList', { params })).items.map(({ id, role }) => [id, role] as const));
  return { params, devices, add, apply, roles };
}
type Added = Awaited<ReturnType<typeof setup>>['devices'][number];

/** Connects a device for the first time and returns the configuration that it receives. */
async function receiveConfig({ base }: Added): Promise<ConfigPush['config']> {
  const credential = await RawDevice.provision(world.mqttPort, base);
  await using device = await RawDevice.online(world.mqttPort, base, credential);
  return configPush.parse((await device.next()).payload).config;
}

test('sends DHCP pools to the gateway only, and not to the wireless router beside it', async () => {
  const { apply, devices, roles } = await setup(['NL-GW5', 'NL-WR3', 'NL-AP6C']);
  const [gateway, router, ap] = devices as [Added, Added, Added];
  expect([...(await roles()).values()].sort()).toEqual(['access-point', 'access-point', 'gateway']);
  await apply(LAN_CONFIG);
  expect((await receiveConfig(gateway)).dhcpPools).toHaveLength(1);
  const routerConfig = await receiveConfig(router);
  expect(routerConfig).toMatchObject({ vlans: [], dhcpPools: [] });
  expect(routerConfig.wireless?.wlans.map(({ ssid }) => ssid)).toEqual(['Staff']);
  expect((await receiveConfig(ap)).dhcpPools).toEqual([]);
});

test('lets the primary node serve a mesh project, and sends policies to all nodes and routers', async () => {
  const { apply, devices, roles } = await setup(
    ['NL-MESHP', 'NL-MESHP', 'NL-MESHS', 'NL-WR3'],
    NET_MODES.mesh,
  );
  expect(devices.map(({ role }) => role)).toEqual([
    'mesh-primary',
    'mesh-secondary',
    'mesh-secondary',
    'access-point',
  ]);
  await apply(LAN_CONFIG);
  const configs = [];
  for (const device of devices) configs.push(await receiveConfig(device));
  expect(configs.map(({ dhcpPools }) => dhcpPools.length)).toEqual([1, 0, 0, 0]);
  expect(configs.map(({ wireless }) => wireless?.wlans.length)).toEqual([1, 1, 1, 1]);
  expect((await roles()).size).toBe(4);
});

test('sends no wireless policy to a bridge', async () => {
  const { apply, devices } = await setup(['NL-GW5', 'NL-CPE5', 'NL-CPE5']);
  expect(devices.map(({ role }) => role)).toEqual(['gateway', 'bridge-base', 'bridge-client']);
  const { job } = await apply(LAN_CONFIG);
  expect(job.rows.map(({ deviceId }) => deviceId)).toEqual([devices[0]?.id]);
});

test('refuses a gateway while a wireless router has its role, and accepts it after a change of the role', async () => {
  const { devices, params, roles } = await setup(['NL-WR3']);
  const [router] = devices as [Added];
  expect(router.role).toBe('gateway');
  const [base] = (await world.register({ model: 'NL-GW5' })) as [BaseDevice];
  const body = { sn: base.sn, claimCode: base.claimCode, name: 'Gateway' };
  const refused = await owner.refused('deviceAdd', { params, body });
  expect(refused.body.code).toBe(1162);
  expect(refused.body.fields?.['sn']).toContain('Make the router an access point first.');
  const device = { ...params, deviceId: router.id };
  const review = await owner.call('deviceRoleReview', { params: device, body: { role: 'access-point' } });
  expect(review.changes).toMatchObject([{ now: 'Gateway', after: 'Access point' }]);
  expect(review.costs.join(' ')).toContain('the project has no gateway');
  await owner.call('deviceRoleChange', { params: device, body: { role: 'access-point' } });
  expect((await roles()).get(router.id)).toBe('access-point');
  expect((await owner.call('deviceAdd', { params, body })).role).toBe('gateway');
  const back = await owner.refused('deviceRoleChange', { params: device, body: { role: 'gateway' } });
  expect([back.body.code, back.body.fields?.['role']]).toEqual([
    1162,
    'Gateway has the role gateway. Change its role or remove it first.',
  ]);
  const [audit] = (await owner.call('auditList', { params, query: { action: 'device.change-role' } })).items;
  expect(audit).toMatchObject({ before: 'Gateway', after: 'Access point' });
});

test('pushes the configuration of the new role to the device', async () => {
  const { apply, devices, params } = await setup(['NL-WR3']);
  const [router] = devices as [Added];
  await apply(LAN_CONFIG);
  const credential = await RawDevice.provision(world.mqttPort, router.base);
  await using device = await RawDevice.online(world.mqttPort, router.base, credential);
  expect(configPush.parse((await device.next()).payload).config.dhcpPools).toHaveLength(1);
  const job = await owner.call('deviceRoleChange', {
    params: { ...params, deviceId: router.id },
    body: { role: 'access-point' },
  });
  expect(job.rows.map(({ deviceId }) => deviceId)).toEqual([router.id]);
  const { config } = configPush.parse((await device.next()).payload);
  expect([config.dhcpPools, config.vlans]).toEqual([[], []]);
  expect(config.wireless?.wlans).toHaveLength(1);
});

test.each([
  ['NL-GW5', 'access-point', NET_MODES.wlan],
  ['NL-AP6C', 'gateway', NET_MODES.wlan],
  ['NL-WR3', 'gateway', NET_MODES.mesh],
  ['NL-MESHS', 'mesh-primary', NET_MODES.mesh],
  ['NL-CPE5', 'access-point', NET_MODES.wlan],
] as const)('refuses a role that the %s cannot have: %s in mode %i', async (model, role, netMode) => {
  const { devices, params } = await setup([model], netMode);
  const { body } = await owner.refused('deviceRoleChange', {
    params: { ...params, deviceId: devices[0]?.id ?? '' },
    body: { role },
  });
  expect(body.fields?.['role']).toContain('cannot have this role');
});
