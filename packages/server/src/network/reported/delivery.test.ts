import type { NetworkConfig } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  pollUntil,
  type PlayedDevice,
  playSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';
import { getDeliveryState } from './delivery.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const vlan = (id: number) => ({ id, name: `V${id}`, ip: `10.0.${id}.1`, prefix: 24, ports: [] });
const withVlans = (...ids: number[]): NetworkConfig => ({ vlans: ids.map(vlan), dhcpPools: [] });

test('returns the last configuration that every device confirmed while a change is unconfirmed', async () => {
  await using site = await playSite(world, owner, 'NL-GW10', 'NL-SW8P');
  const { params } = site;
  const [gateway, networkSwitch] = site.devices as [PlayedDevice, PlayedDevice];
  await gateway.on();
  await networkSwitch.on();
  const read = () => owner.call('networkDeliveryGet', { params });
  const states = async () => (await read()).devices.map(({ state }) => state).toSorted();
  const apply = (baseVersion: number, config: NetworkConfig) =>
    owner.call('networkConfigApply', { params, body: { baseVersion, config } });
  expect((await read()).before).toBeUndefined();

  await apply(0, withVlans(30));
  expect(await states()).toEqual(['sending', 'sending']);
  expect((await read()).before).toEqual({ vlans: [], dhcpPools: [] });
  await gateway.reportConfig(await gateway.push(), { status: 'applied' });
  const held = await networkSwitch.push();
  await pollUntil(async () => (await states()).includes('confirmed'));

  // Applies a second change before the switch has confirmed the first one.
  await apply(1, withVlans(30, 40));
  expect((await read()).before).toEqual({ vlans: [], dhcpPools: [] });
  await networkSwitch.reportConfig(held, { status: 'applied' });
  await pollUntil(async () => (await read()).before?.vlans.length === 1);
  await gateway.reportConfig(await gateway.push(), { status: 'applied' });
  await networkSwitch.reportConfig(await networkSwitch.push(), { status: 'rejected', issues: [] });
  await pollUntil(async () => (await states()).includes('failed'));
  expect(await read()).toMatchObject({
    version: 2,
    devices: [
      { parts: ['gateway', 'vlans'], state: 'confirmed' },
      { parts: ['vlans'], state: 'failed' },
    ],
    before: withVlans(30),
  });

  await apply(2, withVlans(30, 40));
  await networkSwitch.reportConfig(await networkSwitch.push(), { status: 'applied' });
  await pollUntil(async () => (await read()).before === undefined);
  expect(await states()).toEqual(['confirmed', 'confirmed']);
});

test('refuses the delivery state without a session, and answers another account as for a missing project', async () => {
  await using site = await playSite(world, owner, 'NL-GW10');
  const { params } = site;
  const path = `/api/v1/projects/${params.projectId}/network-config/delivery`;
  expect((await world.browser().fetch(path)).status).toBe(401);
  const other = await world.signedUp();
  for (const projectId of [params.projectId, 5])
    expect((await other.refused('networkDeliveryGet', { params: { projectId } })).body.code).toBe(73);
});

test.each([
  ['nothing was ever sent', { desired_rev: 0, reported_status: 'none' }, 'confirmed'],
  ['the desired revision is applied', { reported_rev: 4, reported_status: 'applied' }, 'confirmed'],
  ['the desired revision is applied in part', { reported_rev: 4, reported_status: 'partial' }, 'confirmed'],
  ['the device applies it', { reported_status: 'applying' }, 'sending'],
  ['the device runs the one before', { reported_status: 'applied' }, 'sending'],
  ['the device is offline', { state: 0, reported_status: 'applied' }, 'offline'],
  ['the device rolled it back', { bad_rev: 4, reported_status: 'rolledback' }, 'failed'],
  ['the device is managed locally', { managed: 'local', reported_status: 'rejected' }, 'failed'],
  ['the device is managed locally and offline', { managed: 'local', state: 0 }, 'failed'],
  [
    'the locally managed device runs it',
    { managed: 'local', reported_rev: 4, reported_status: 'applied' },
    'confirmed',
  ],
  ['the device was changed locally', { reported_rev: 4, reported_status: 'drifted' }, 'differs'],
] as const)('gives the delivery state if %s: %j is %s', (_title, patch, state) => {
  const member = {
    state: 1,
    managed: 'cloud',
    desired_rev: 4,
    reported_rev: 3,
    reported_status: 'sent',
    bad_rev: 0,
  } as const;
  expect(getDeliveryState({ ...member, ...patch })).toBe(state);
});
