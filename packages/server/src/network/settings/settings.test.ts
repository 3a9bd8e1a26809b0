import {
  type DeviceSettings,
  getDefaultPort,
  type PortSetting,
  findCapabilities,
} from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { topics } from '@northlight/contract/device-protocol';
import {
  playSite,
  pollUntil,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';
import { mergeBulkChange } from './bulk.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const switchCaps = findCapabilities('NL-SW8P');
if (!switchCaps) throw new Error('There is no model NL-SW8P.');
const port = (id: string, values: Partial<PortSetting> = {}): PortSetting => {
  const known = switchCaps.ports.find((each) => each.id === id);
  if (!known) throw new Error(`There is no port ${id}.`);
  return { ...getDefaultPort(known), ...values };
};

async function oneSwitch() {
  const site = await playSite(world, owner, 'NL-SW8P');
  const [device] = site.devices;
  if (!device) throw new Error('The site has no device.');
  await device.on();
  const { id: deviceId } = device;
  const staged = (settings: DeviceSettings, baseVersion = 0) => ({
    params: site.params,
    body: { changes: [{ deviceId, baseVersion, settings }] },
  });
  const read = () => owner.call('deviceSettingsGet', { params: { ...site.params, deviceId } });
  return { site, device, staged, read, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

test('pushes a port’s settings without its remark and terminal type', async () => {
  await using world = await oneSwitch();
  const { device, staged, read } = world;
  const settings = {
    ports: [port('p1', { mode: 'hybrid', pvid: 10, tagged: [20, 30], ingressKbps: 10_000, remark: 'Lobby' })],
  };
  const review = await owner.call('deviceSettingsReview', staged(settings));
  expect(review.changes).toMatchObject([
    { setting: 'Port P1, VLANs', now: 'access, VLAN 1', after: 'hybrid, PVID 10, tagged 20,30' },
    { setting: 'Port P1, incoming rate', now: 'no limit', after: '10000 kbit/s' },
    { setting: 'Port P1, remark', now: 'none', after: 'Lobby' },
  ]);
  const job = await owner.call('deviceSettingsApply', staged(settings));
  const push = await device.push();
  const [{ remark: _remark, ...pushed }] = settings.ports as [PortSetting];
  expect(push.config.ports).toEqual([pushed]);
  await device.reportConfig(push);
  expect(await world.site.job(job.id)).toMatchObject({ state: 'done' });
  // A changed remark changes no configuration of the device.
  const renamed = { ports: [{ ...settings.ports[0], remark: 'Bar', terminal: 'ap' }] } as DeviceSettings;
  const unpushed = await owner.call('deviceSettingsApply', staged(renamed, 1));
  expect(unpushed.rows).toEqual([]);
  expect(device.raw.unread).toEqual([]);
  expect(await read()).toMatchObject({
    version: 2,
    settings: renamed,
    can: { configure: { allowed: true } },
  });
});

test('counts the online clients on changed ports in a review', async () => {
  await using world = await oneSwitch();
  const { device, staged } = world;
  await device.on({ session: 'clients' });
  await device.raw.publish(topics.up(device.id, 'clients'), {
    session: 'clients',
    seq: 1,
    ts: 0,
    full: true,
    join: ['p1', 'p1', 'p2'].map((on, index) => ({ mac: `02:00:00:00:10:0${index}`, port: on })),
  });
  const review = (ports: PortSetting[]) => owner.call('deviceSettingsReview', staged({ ports }));
  await pollUntil(async () => (await review([port('p1', { enabled: false })])).clientsAffected === 2);
  expect(await review([port('p1', { enabled: false }), port('p2', { pvid: 30 })])).toMatchObject({
    clientsAffected: 3,
    costs: expect.arrayContaining(['Up to 3 clients on these ports may drop briefly.']),
  });
  expect(await review([port('p1', { remark: 'Lobby' }), port('p3', { enabled: false })])).toMatchObject({
    clientsAffected: 0,
  });
  // A further VLAN interrupts no client; the removal of the port's own VLAN does.
  const trunk = port('p1', { mode: 'trunk', tagged: [30] });
  expect(await review([trunk, port('p2', { mode: 'trunk', tagged: 'all' })])).toMatchObject({
    clientsAffected: 0,
    costs: [],
  });
  expect(await review([{ ...trunk, pvid: 30, tagged: [1] }])).toMatchObject({ clientsAffected: 2 });
});

test('refuses an edit of an older version of the settings as a conflict', async () => {
  await using world = await oneSwitch();
  const { device, staged, read } = world;
  await owner.call('deviceSettingsApply', staged({ ports: [port('p1', { enabled: false })] }));
  await device.push();
  const { body } = await owner.refused(
    'deviceSettingsApply',
    staged({ ports: [port('p2', { poe: false })] }),
  );
  expect(body.code).toBe(713);
  expect((await read()).settings.ports).toHaveLength(1);
});

test('pushes the project’s VLANs together with the device’s own settings', async () => {
  await using world = await oneSwitch();
  const { device, site, staged } = world;
  await owner.call('deviceSettingsApply', staged({ spanningTree: { enabled: true, priority: 4096 } }));
  await device.reportConfig(await device.push());
  const vlan = { id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: [] };
  const body = { baseVersion: 0, config: { vlans: [vlan], dhcpPools: [] } };
  await owner.call('networkConfigApply', { params: site.params, body });
  expect((await device.push()).config).toMatchObject({
    vlans: [{ id: 30, name: 'Guests' }],
    spanningTree: { enabled: true, priority: 4096 },
  });
});

test('refuses an offline device’s own settings with the reason', async () => {
  await using world = await oneSwitch();
  await world.device.off();
  await expect.poll(() => world.site.stateOf(world.device)).toBe(0);
  const { body } = await owner.refused(
    'deviceSettingsApply',
    world.staged({ ports: [port('p1', { poe: false })] }),
  );
  expect(body).toMatchObject({ code: 36, message: 'The device is offline. Try again when it is online.' });
});

test('reports every violated rule at its field and pushes nothing', async () => {
  await using world = await oneSwitch();
  const { device, staged } = world;
  const settings = {
    ports: [
      port('p1', { mode: 'access', tagged: [5] }),
      port('p2', { mode: 'trunk', pvid: 7, tagged: [7] }),
      port('p9', { duplex: 'half', eee: true }),
      port('p3', { speedMbps: 2500 }),
    ],
    spanningTree: { enabled: true, priority: 32_768 },
    mirror: { sources: [{ port: 'p1', direction: 'both' as const }], target: 'p1' },
    lags: [{ id: 'lag1', mode: 'lacp' as const, ports: ['p4', 'p9'] }],
  };
  const { status, body } = await owner.refused('deviceSettingsApply', staged(settings));
  expect(status).toBe(400);
  expect(body.fields).toEqual({
    'changes.0.settings.ports.0.tagged':
      'An access port carries no tagged VLAN. Remove the tagged VLANs or change the mode.',
    'changes.0.settings.ports.1.tagged':
      'A tagged VLAN must differ from the PVID. Remove it or change the PVID.',
    'changes.0.settings.ports.2.duplex':
      'Half duplex needs an electrical port at a fixed speed of 10 or 100 Mbit/s.',
    'changes.0.settings.ports.2.eee': 'P9 has no energy-efficient Ethernet.',
    'changes.0.settings.ports.3.speedMbps': 'P3 cannot be fixed at 2500 Mbit/s.',
    'changes.0.settings.lags.0.ports':
      'The ports of the aggregation differ. Choose ports of one kind with the same state, speed, duplex, mode and VLANs.',
    'changes.0.settings.mirror': 'Spanning tree and port mirroring cannot both be on. Turn one of them off.',
    'changes.0.settings.mirror.sources.0.port': 'The source port is also the target. Choose another port.',
  });
  expect(device.raw.unread).toEqual([]);
});

test('a bulk change keeps every field that it does not name', () => {
  const own = { ports: [port('p1', { mode: 'trunk', tagged: 'all', remark: 'Core' })], lags: [] };
  const merged = mergeBulkChange(switchCaps, own, { ports: { eee: true } });
  expect(merged.ports?.map(({ id }) => id)).toEqual(['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8']);
  expect(merged.ports?.[0]).toEqual({ ...own.ports[0], eee: true });
  expect(merged.spanningTree).toBeUndefined();
  expect(mergeBulkChange(switchCaps, own, {})).toEqual(own);
});
