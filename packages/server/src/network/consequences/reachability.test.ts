import { getDefaultPort, type DeviceSettings, type NetworkConfig } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestBrowser, type TestServer, createWiredSite } from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const vlan = (id: number, ports: string[]) => ({ id, name: `V${id}`, ip: `10.0.${id}.1`, prefix: 24, ports });
const pool = (vlanId: number) => ({
  name: `pool${vlanId}`,
  vlanId,
  start: `10.0.${vlanId}.10`,
  end: `10.0.${vlanId}.99`,
  dns: [],
  leaseMinutes: 60,
});
const WITH_SWITCH: NetworkConfig = {
  vlans: [vlan(10, ['lan1']), vlan(20, ['lan2'])],
  dhcpPools: [pool(10), pool(20)],
};
const WITHOUT: NetworkConfig = { vlans: [vlan(20, ['lan2'])], dhcpPools: [pool(20)] };

async function site() {
  const hotel = await createWiredSite(world, owner);
  const { params } = hotel;
  return {
    ...hotel,
    apply: (baseVersion: number, config: NetworkConfig, confirmName?: string) =>
      owner.call('networkConfigApply', { params, body: { baseVersion, config, confirmName } }),
  };
}

test('lists broken paths in a review, and refuses a change that cuts a device off until the project’s name is entered', async () => {
  await using hotel = await site();
  const { apply, name, params } = hotel;
  await apply(0, WITH_SWITCH);
  const body = { baseVersion: 1, config: WITHOUT };
  const { broken = [] } = await owner.call('networkConfigReview', { params, body });
  const cloud = broken.filter(({ kind }) => kind === 'cloud');
  expect(cloud).toMatchObject([
    { lost: true, why: expect.stringMatching(/^Port \S+ of .* does not carry VLAN \d+\.$/) as string },
  ]);
  for (const confirmName of [undefined, '', 'another name']) {
    const refused = await owner.refused('networkConfigApply', { params, body: { ...body, confirmName } });
    expect([refused.status, refused.body.code]).toEqual([409, 714]);
    expect(refused.body.fields).toHaveProperty('confirmName');
  }
  // The refused requests stored and pushed nothing.
  expect((await owner.call('networkConfigGet', { params })).version).toBe(1);
  expect((await apply(1, WITHOUT, name)).version).toBe(2);
});

test('requires no name when no device is cut off, and omits paths that are already broken', async () => {
  await using hotel = await site();
  await hotel.apply(0, WITH_SWITCH);
  const more: NetworkConfig = { ...WITH_SWITCH, vlans: [...WITH_SWITCH.vlans, vlan(30, ['lan3'])] };
  const body = { baseVersion: 1, config: more };
  const { broken } = await owner.call('networkConfigReview', { params: hotel.params, body });
  expect(broken).toEqual([
    expect.objectContaining({
      kind: 'addresses',
      vlanId: 30,
      lost: false,
      why: 'There is no DHCP pool in VLAN 30.',
    }),
  ]);
  await hotel.apply(1, more);
  await hotel.apply(2, WITHOUT, hotel.name);
  // Without a pool in its VLAN, the switch is cut off already. Removing the VLANs therefore breaks no further
  // path.
  expect((await hotel.apply(3, { vlans: [], dhcpPools: [] })).version).toBe(4);
});

test('refuses device settings that cut the device off until the project’s name is entered', async () => {
  await using hotel = await site();
  const { behind, name, params } = hotel;
  await hotel.apply(0, WITH_SWITCH);
  const { capabilities } = await owner.call('deviceGet', { params: { ...params, deviceId: behind.id } });
  const port = (id: string) => {
    const found = capabilities.ports.find((each) => each.id === id);
    if (!found) throw new Error(`There is no port ${id}.`);
    return getDefaultPort(found);
  };
  const staged = (settings: DeviceSettings) => ({
    changes: [{ deviceId: behind.id, baseVersion: 0, settings }],
  });
  const broken = async (settings: DeviceSettings) =>
    (await owner.call('deviceSettingsReview', { params, body: staged(settings) })).broken;
  expect(await broken({ ports: [{ ...port('p1'), remark: 'Bar' }] })).toEqual([]);
  const elsewhere = { mode: 'dhcp' as const, vlanId: 77 };
  const cuts: DeviceSettings[] = [
    { ports: [{ ...port(behind.uplink), enabled: false }] },
    { management: elsewhere },
    {
      management: { ...elsewhere, mode: 'static', ip: '10.9.9.9', prefix: 24, gateway: '10.9.9.1', dns: [] },
    },
  ];
  for (const settings of cuts)
    expect(await broken(settings)).toContainEqual(
      expect.objectContaining({ kind: 'cloud', deviceId: behind.id, lost: true }),
    );
  const [cut] = cuts as [DeviceSettings];
  const refused = await owner.refused('deviceSettingsApply', { params, body: staged(cut) });
  expect([refused.status, refused.body.code]).toEqual([409, 714]);
  expect(refused.body.fields).toHaveProperty('confirmName');
  const body = { ...staged(cut), confirmName: name };
  expect((await owner.call('deviceSettingsApply', { params, body })).rows).toHaveLength(1);
});
