import {
  type DeviceSettings,
  EMPTY_NETWORK_CONFIG,
  findCapabilities,
  getDefaultPort,
  type NetworkConfig,
} from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  type PlayedDevice,
  playSite,
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

const P1 = findCapabilities('NL-SW8P')?.ports[0];
if (!P1) throw new Error('The model has no port.');
/** Settings of a switch with a port in a VLAN. */
const inVlan = (pvid: number): DeviceSettings => ({ ports: [{ ...getDefaultPort(P1), pvid }] });
const GUESTS = { id: 20, name: 'Guests', ip: '192.168.20.1', prefix: 24, ports: [] };
const WITH_GUESTS: NetworkConfig = { ...EMPTY_NETWORK_CONFIG, vlans: [GUESTS] };

/** A gateway and two switches, which are online. */
async function setUp() {
  const site = await playSite(world, owner, 'NL-GW5', 'NL-SW8P', 'NL-SW8P');
  const [gateway, one, two] = site.devices as [PlayedDevice, PlayedDevice, PlayedDevice];
  for (const device of [gateway, one, two]) await device.on();
  const { params } = site;
  const stage = (device: PlayedDevice, settings: DeviceSettings, baseVersion = 0) => ({
    deviceId: device.id,
    baseVersion,
    settings,
  });
  type Staged = ReturnType<typeof stage>;
  return {
    ...site,
    gateway,
    one,
    two,
    stage,
    save: async (version: number, devices: Staged[] | undefined, config = WITH_GUESTS) =>
      (
        await owner.call('networkDraftSave', {
          params,
          body: { version, baseVersion: 0, config, ...(devices && { devices }) },
        })
      ).draft,
    draft: async () => (await owner.call('networkDraftGet', { params })).draft,
    applySettings: (...changes: Staged[]) => owner.call('deviceSettingsApply', { params, body: { changes } }),
    settingsOf: ({ id: deviceId }: PlayedDevice) =>
      owner.call('deviceSettingsGet', { params: { ...params, deviceId } }),
  };
}

test('a VLAN and the ports of two switches are one draft, one review, one job and one version', async () => {
  await using site = await setUp();
  const { gateway, one, params, save, stage, two } = site;
  const devices = [stage(one, inVlan(20)), stage(two, inVlan(20))];
  expect(await save(0, devices)).toMatchObject({
    devices: [
      { deviceId: one.id, base: {}, stored: {}, version: 0, capabilities: { ports: expect.anything() } },
      { deviceId: two.id, settings: inVlan(20) },
    ],
  });
  const body = { baseVersion: 0, config: WITH_GUESTS, devices };
  const review = await owner.call('networkConfigReview', { params, body });
  expect(review.changes).toMatchObject([
    { path: ['vlans', '20'], item: 'VLAN 20' },
    { device: { id: one.id }, path: ['devices.ports', `${one.id}/p1`, 'vlans'], after: 'access, VLAN 20' },
    { device: { id: two.id }, path: ['devices.ports', `${two.id}/p1`, 'vlans'] },
  ]);
  expect(review.devices.map(({ id, items }) => [id, items])).toEqual([
    [gateway.id, ['VLAN 20']],
    [one.id, ['VLAN 20', 'Port P1']],
    [two.id, ['VLAN 20', 'Port P1']],
  ]);
  const { job, version } = await owner.call('networkConfigApply', { params, body });
  expect([job.rows.length, version]).toEqual([3, 1]);
  expect(await site.draft()).toBeUndefined();
  for (const device of [one, two]) {
    const push = await device.push();
    expect(push.config).toMatchObject({ vlans: [{ id: 20 }], ports: [{ id: 'p1', pvid: 20 }] });
  }
  const { items } = await owner.call('networkHistoryList', { params, query: {} });
  expect(items).toMatchObject([{ version: 1, changeCount: 3, title: job.title }]);
  expect(items[0]?.changes.map(({ device }) => device?.id)).toEqual([undefined, one.id, two.id]);
});

test('settings of devices alone are a version too, which can be compared and staged again', async () => {
  await using site = await setUp();
  const { applySettings, one, params, settingsOf, stage } = site;
  await owner.call('networkConfigApply', { params, body: { baseVersion: 0, config: WITH_GUESTS } });
  for (const device of site.devices) await device.push();
  await applySettings(stage(one, inVlan(20)));
  // Another account's draft of the network is not out of date by them.
  expect((await owner.call('networkConfigGet', { params })).version).toBe(1);
  await applySettings(stage(one, inVlan(30), 1));
  const compare = async (since: number, version: number) =>
    (
      await owner.call('networkHistoryCompare', { params: { ...params, version }, query: { since } })
    ).items.map(({ after, device, now }) => [device?.id, now, after]);
  expect(await compare(1, 3)).toEqual([[one.id, 'access, VLAN 1', 'access, VLAN 30']]);
  expect(await compare(3, 2)).toEqual([[one.id, 'access, VLAN 30', 'access, VLAN 20']]);
  const first = await owner.call('networkHistoryGet', { params: { ...params, version: 1 } });
  expect(first).toMatchObject({
    config: WITH_GUESTS,
    devices: [{ deviceId: one.id, settings: {}, baseVersion: 2 }],
  });
  const second = await owner.call('networkHistoryGet', { params: { ...params, version: 2 } });
  expect(second).toMatchObject({ config: WITH_GUESTS, devices: [{ settings: inVlan(20) }] });
  const { job, version } = await owner.call('networkConfigApply', {
    params,
    body: { baseVersion: 1, config: WITH_GUESTS, devices: [stage(one, inVlan(20), 2)] },
  });
  expect([version, job.rows.map(({ deviceId }) => deviceId)]).toEqual([4, [one.id]]);
  expect(await settingsOf(one)).toMatchObject({ version: 3, settings: inVlan(20) });
});

test('a draft keeps its devices when the configuration is saved or applied alone, without those that left', async () => {
  await using site = await setUp();
  const { draft, one, params, save, stage, two } = site;
  await save(0, [stage(one, inVlan(20)), stage(two, inVlan(20))]);
  expect((await save(1, undefined))?.devices).toHaveLength(2);
  await owner.call('networkConfigApply', { params, body: { baseVersion: 0, config: WITH_GUESTS } });
  expect((await draft())?.devices).toHaveLength(2);
  await owner.call('deviceRemove', { params: { ...params, deviceId: two.id } });
  expect((await draft())?.devices.map(({ deviceId }) => deviceId)).toEqual([one.id]);
});

test('a device with other settings by now shows both in the draft, and refuses the apply', async () => {
  await using site = await setUp();
  const { applySettings, draft, one, params, save, settingsOf, stage } = site;
  await save(0, [stage(one, inVlan(20))], EMPTY_NETWORK_CONFIG);
  await applySettings(stage(one, inVlan(30)));
  expect((await draft())?.devices).toMatchObject([
    { baseVersion: 0, base: {}, settings: inVlan(20), version: 1, stored: inVlan(30) },
  ]);
  // A later save keeps the base that is no longer stored with the device.
  expect((await save(1, [stage(one, inVlan(40))], EMPTY_NETWORK_CONFIG))?.devices).toMatchObject([
    { baseVersion: 0, base: {}, settings: inVlan(40) },
  ]);
  const body = { baseVersion: 0, config: WITH_GUESTS, devices: [stage(one, inVlan(40))] };
  for (const operation of ['networkConfigReview', 'networkConfigApply'] as const)
    expect((await owner.refused(operation, { params, body })).body.code).toBe(713);
  expect((await owner.call('networkConfigGet', { params })).config.vlans).toEqual([]);
  expect((await settingsOf(one)).settings).toEqual(inVlan(30));
  const unknown = { version: 2, baseVersion: 0, config: WITH_GUESTS, devices: [stage(one, inVlan(40), 9)] };
  const { body: refusal } = await owner.refused('networkDraftSave', { params, body: unknown });
  expect(refusal.fields).toHaveProperty(['devices.0.baseVersion']);
});

test('an offline device is named in the review, and the apply changes nothing', async () => {
  await using site = await setUp();
  const { one, params, stage, two } = site;
  await two.off();
  await expect.poll(() => site.stateOf(two)).toBe(0);
  const devices = [stage(one, inVlan(20)), stage(two, inVlan(20))];
  const body = { baseVersion: 0, config: WITH_GUESTS, devices };
  const { refused } = await owner.call('networkConfigReview', { params, body });
  expect(refused).toMatchObject([
    { id: two.id, reason: 'The device is offline. Try again when it is online.' },
  ]);
  expect((await owner.refused('networkConfigApply', { params, body })).body.code).toBe(36);
  expect((await owner.call('networkConfigGet', { params })).version).toBe(0);
  expect(one.raw.unread).toEqual([]);
});

test('rules of devices and of the network are checked together, at their fields', async () => {
  await using site = await setUp();
  const { one, params, stage } = site;
  const address = '192.168.20.1';
  const management = {
    mode: 'static' as const,
    vlanId: 1,
    ip: address,
    prefix: 24,
    gateway: '192.168.20.2',
    dns: [],
  };
  const body = { baseVersion: 0, config: WITH_GUESTS, devices: [stage(one, { management })] };
  const { body: refusal } = await owner.refused('networkConfigReview', { params, body });
  expect(refusal.fields).toHaveProperty(['devices.0.settings.management.ip']);
});

test('a bulk change joins the draft, without the devices that would refuse it', async () => {
  await using site = await playSite(world, owner, 'NL-SW8P', 'NL-AP6C', 'NL-SW8P', 'NL-SW8P');
  const [one, ap, away, two] = site.devices as [PlayedDevice, PlayedDevice, PlayedDevice, PlayedDevice];
  for (const device of [one, ap, two]) await device.on();
  const { params } = site;
  const save = { version: 0, baseVersion: 0, config: WITH_GUESTS };
  const staged = { deviceId: one.id, baseVersion: 0, settings: inVlan(20) };
  await owner.call('networkDraftSave', { params, body: { ...save, devices: [staged] } });
  const body = { deviceIds: site.devices.map(({ id }) => id), ports: { poe: false }, portIds: ['p1', 'p9'] };
  const { draft, refused } = await owner.call('networkDraftBulkChange', { params, body });
  expect(Object.fromEntries(refused.map(({ id, reason }) => [id, reason]))).toEqual({
    [ap.id]: 'This model has no port settings.',
    [away.id]: 'The device is offline. Try again when it is online.',
  });
  expect(draft).toMatchObject({ version: 2, baseVersion: 0, config: WITH_GUESTS });
  expect(draft?.devices.map(({ base, deviceId, settings }) => [deviceId, base, settings.ports])).toEqual([
    [one.id, {}, [{ ...getDefaultPort(P1), pvid: 20, poe: false }]],
    [two.id, {}, [{ ...getDefaultPort(P1), poe: false }]],
  ]);
  expect(await owner.call('networkDraftGet', { params })).toEqual({ draft });
  // The default of the ports: `one` keeps its VLAN, `two` leaves the draft.
  const back = await owner.call('networkDraftBulkChange', {
    params,
    body: { ...body, ports: { poe: true } },
  });
  expect(back.draft?.devices.map(({ deviceId }) => deviceId)).toEqual([one.id]);
});

test('a bulk change is a draft of its own where there is none', async () => {
  await using site = await playSite(world, owner, 'NL-SW8P');
  const [one] = site.devices as [PlayedDevice];
  await one.on();
  const { params } = site;
  const body = { deviceIds: [one.id], spanningTree: { enabled: true } };
  const { draft } = await owner.call('networkDraftBulkChange', { params, body });
  expect(draft).toMatchObject({
    version: 1,
    baseVersion: 0,
    config: EMPTY_NETWORK_CONFIG,
    devices: [{ settings: { spanningTree: { enabled: true } } }],
  });
});
