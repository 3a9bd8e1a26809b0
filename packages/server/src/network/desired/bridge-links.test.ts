import type { BridgeLink, NetworkConfig } from '@northlight/contract';
import { type ConfigPush, configPush } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { BaseDevice } from '../../devices/index.ts';
import {
  createProject,
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

const KEY = 'a long passphrase';

/** A project with three bridges: a base, a client and another base. */
async function setup() {
  const { id: projectId, name } = await createProject(owner);
  const params = { projectId };
  const add = async (label: string) => {
    const [base] = (await world.register({ model: 'NL-CPE5' })) as [BaseDevice];
    const body = { sn: base.sn, claimCode: base.claimCode, name: label };
    return { ...(await owner.call('deviceAdd', { params, body })), base };
  };
  const [house, barn, shed] = [await add('House'), await add('Barn'), await add('Shed')];
  const link: BridgeLink = {
    id: 'barn',
    name: 'Barn',
    baseId: house.id,
    clientIds: [barn.id],
    ssid: 'Barn link',
    key: KEY,
    channel: 100,
    widthMhz: 40,
    powerDbm: 'auto',
    distanceMetres: 300,
    maxClients: 2,
    peerLock: true,
    vlans: 'all',
  };
  const configure = (links: readonly BridgeLink[]): NetworkConfig => ({
    vlans: [],
    dhcpPools: [],
    bridgeLinks: [...links],
  });
  const apply = async (links: readonly BridgeLink[]) => {
    const { version: baseVersion } = await owner.call('networkConfigGet', { params });
    return owner.call('networkConfigApply', { params, body: { baseVersion, config: configure(links) } });
  };
  const roles = async () => (await owner.call('deviceList', { params })).items.map(({ role }) => role);
  return { add, apply, barn, configure, house, link, name, params, roles, shed };
}
type Added = Awaited<ReturnType<typeof setup>>['house'];

/** Connects a device for the first time and returns the configuration that it receives. */
async function receiveConfig({ base }: Added): Promise<ConfigPush['config']> {
  const credential = await RawDevice.provision(world.mqttPort, base);
  await using device = await RawDevice.online(world.mqttPort, base, credential);
  return configPush.parse((await device.next()).payload).config;
}

test('sends each bridge its end of the link, with the key and the MAC address of its peer', async () => {
  const { apply, barn, house, link, params, shed } = await setup();
  await apply([link]);
  const shared = { ssid: 'Barn link', key: KEY, widthMhz: 40, distanceMetres: 300, vlans: 'all' };
  expect((await receiveConfig(house)).bridge).toMatchObject({
    mode: 'base',
    ...shared,
    channel: 100,
    maxClients: 2,
    peers: [barn.mac],
  });
  const client = (await receiveConfig(barn)).bridge;
  expect(client).toMatchObject({ mode: 'client', ...shared, peers: [house.mac] });
  expect(client).not.toHaveProperty('channel');
  expect((await receiveConfig(shed)).bridge).toBeUndefined();
  const { config } = await owner.call('networkConfigGet', { params });
  expect(JSON.stringify(config)).not.toContain(KEY);
  expect(config.bridgeLinks?.[0]?.keyId).toBeDefined();
});

test('reviews the roles that a link requires, and stores the roles when the link is applied', async () => {
  const { apply, barn, configure, house, link, params, roles, shed } = await setup();
  expect(await roles()).toEqual(['bridge-client', 'bridge-base', 'bridge-base']);
  const swapped = { ...link, baseId: barn.id, clientIds: [house.id, shed.id] };
  const { changes, costs, devices } = await owner.call('networkConfigReview', {
    params,
    body: { baseVersion: 0, config: configure([swapped]) },
  });
  expect(changes.filter(({ label }) => label?.startsWith('role'))).toMatchObject([
    { setting: 'Bridge link Barn, role of Barn', now: 'Bridge client', after: 'Bridge base' },
    { setting: 'Bridge link Barn, role of House', now: 'Bridge base', after: 'Bridge client' },
    { setting: 'Bridge link Barn, role of Shed', now: 'Bridge base', after: 'Bridge client' },
  ]);
  expect(costs).toContain('Bridge link Barn is interrupted for up to 2 min.');
  expect(devices.map(({ items }) => items)).toEqual([
    ['Bridge link Barn'],
    ['Bridge link Barn'],
    ['Bridge link Barn'],
  ]);
  expect(await roles()).toEqual(['bridge-client', 'bridge-base', 'bridge-base']);
  await apply([swapped]);
  expect(await roles()).toEqual(['bridge-base', 'bridge-client', 'bridge-client']);
  const bridge = (await receiveConfig(shed)).bridge;
  expect(bridge).toMatchObject({ mode: 'client', peers: [barn.mac] });
});

test('refuses a change of the role that contradicts the link', async () => {
  const { apply, house, link, params } = await setup();
  await apply([link]);
  const body = { role: 'bridge-client' as const };
  const refused = await owner.refused('deviceRoleChange', {
    params: { ...params, deviceId: house.id },
    body,
  });
  expect(refused.body.message).toBe(
    'House is in the bridge link Barn, which decides its role. Change the link instead.',
  );
});

test('warns about an offline client that would keep the old key', async () => {
  const { apply, configure, link, params } = await setup();
  const { version } = await apply([link]);
  const { config } = await owner.call('networkConfigGet', { params });
  const [stored] = config.bridgeLinks as [BridgeLink];
  const review = (changed: BridgeLink) =>
    owner.call('networkConfigReview', {
      params,
      body: { baseVersion: version, config: configure([changed]) },
    });
  const lost = 'Barn: offline, keeps the old SSID and key, and cannot connect to the base afterwards.';
  expect((await review({ ...stored, channel: 104 })).costs).not.toContain(lost);
  const { changes, costs } = await review({ ...stored, key: 'another passphrase' });
  expect(costs).toContain(lost);
  expect(JSON.stringify(changes)).not.toContain('another passphrase');
});

test.each([
  ['a distance of 0', { distanceMetres: 0 }, 50, 'distanceMetres'],
  ['a distance of 100 km', { distanceMetres: 100_000 }, 50, 'distanceMetres'],
  ['more clients than the base accepts', { maxClients: 9 }, 47, 'maxClients'],
])('refuses %s at its field', async (_title, change, code, field) => {
  const { configure, link, params } = await setup();
  const config = configure([{ ...link, ...change }]);
  const { body } = await owner.refused('networkConfigApply', { params, body: { baseVersion: 0, config } });
  expect(body.code).toBe(code);
  expect(Object.keys(body.fields ?? {})).toEqual([`config.bridgeLinks.0.${field}`]);
});

test('refuses a bridge of another project', async () => {
  const { configure, link, params } = await setup();
  const other = await setup();
  const config = configure([{ ...link, clientIds: [other.barn.id] }]);
  const { body } = await owner.refused('networkConfigApply', { params, body: { baseVersion: 0, config } });
  expect(body.fields).toEqual({
    'config.bridgeLinks.0.clientIds.0': 'The project has no such bridge. Choose another one.',
  });
});
