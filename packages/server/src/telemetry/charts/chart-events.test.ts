import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { AlarmSite } from '../../alarms/testing/alarm-site.ts';
import {
  type PlayedDevice,
  playSite,
  pollUntil,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let site: AlarmSite;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  site = await AlarmSite.make(world, owner, {
    sw: { model: 'NL-SW8P' },
    ap1: { model: 'NL-AP6C', on: 'sw', port: 'p1' },
    ap2: { model: 'NL-AP6C', on: 'sw', port: 'p2' },
  });
});
afterAll(() => world[Symbol.asyncDispose]());

const list = async (devices: readonly string[] = []) => {
  const names = devices.map((name) => site.device(name).id).join(',');
  const query = { range: '12h' as const, ...(names !== '' && { devices: names }) };
  return (await owner.call('chartEvents', { params: { projectId: site.projectId }, query })).items;
};
const offline = (items: Awaited<ReturnType<typeof list>>) => items.filter(({ kind }) => kind === 'offline');

test('lists outages with their duration: causes for a project, all alarms for devices', async () => {
  await site.down('ap1', 'sw', 'ap2');
  await site.wait(60_000);
  const [open] = offline(await list());
  expect(open).toMatchObject({ severity: 'critical', open: true, device: { name: 'sw' } });
  expect(open?.until).toBeUndefined();
  await site.up('sw', 'ap1', 'ap2');
  const [ended, ...others] = offline(await list());
  expect(others).toEqual([]);
  expect(ended).toMatchObject({ id: open?.id, alarmId: open?.id, open: false });
  expect(Date.parse(ended?.until ?? '') - Date.parse(ended?.at ?? '')).toBe(60_000);
  expect(offline(await list(['ap1'])).map(({ device }) => device?.name)).toEqual(['ap1']);
});

test('lists a restart of several devices as one event', async () => {
  const ids = await site.command('restart', 'ap1', 'ap2');
  expect(ids).toHaveLength(2);
  await site.down('ap1', 'ap2');
  await site.wait(30_000);
  await site.comeUpAfterRestart('ap1', 'ap2');
  const restarts = (await list()).filter(({ kind }) => kind === 'restart');
  expect(restarts).toMatchObject([{ text: 'Restart done on 2 devices', severity: 'info', open: false }]);
  expect(restarts[0]?.logId).toBeDefined();
  const own = (await list(['ap1'])).filter(({ kind }) => kind === 'restart');
  expect(own).toMatchObject([{ text: 'Restart done: The device has reconnected.', device: { name: 'ap1' } }]);
});

test('lists an applied network configuration with its version', async () => {
  await using played = await playSite(world, owner, 'NL-GW10');
  const { params } = played;
  const [gateway] = played.devices as [PlayedDevice];
  await gateway.on();
  const vlans = [{ id: 30, name: 'V30', ip: '10.0.30.1', prefix: 24, ports: [] }];
  const body = { baseVersion: 0, config: { vlans, dhcpPools: [] } };
  await owner.call('networkConfigApply', { params, body });
  await gateway.reportConfig(await gateway.push(), { status: 'applied' });
  const read = () => owner.call('chartEvents', { params, query: { range: '12h' as const } });
  await pollUntil(async () => (await read()).items.some(({ kind }) => kind === 'configuration'));
  expect((await read()).items.filter(({ kind }) => kind === 'configuration')).toMatchObject([
    { text: expect.stringContaining('applied'), version: 1 },
  ]);
});

test('lists two configurations within 2 min as two events', async () => {
  await using played = await playSite(world, owner, 'NL-GW10');
  const { params } = played;
  const [gateway] = played.devices as [PlayedDevice];
  await gateway.on();
  for (const baseVersion of [0, 1]) {
    const id = 30 + baseVersion;
    const vlans = [{ id, name: `V${id}`, ip: `10.0.${id}.1`, prefix: 24, ports: [] }];
    await owner.call('networkConfigApply', {
      params,
      body: { baseVersion, config: { vlans, dhcpPools: [] } },
    });
    await gateway.reportConfig(await gateway.push(), { status: 'applied' });
  }
  const listVersions = async () =>
    (await owner.call('chartEvents', { params, query: { range: '12h' as const } })).items.flatMap(
      ({ version }) => version ?? [],
    );
  await pollUntil(async () => (await listVersions()).length === 2);
  expect((await listVersions()).toSorted((one, other) => one - other)).toEqual([1, 2]);
});

test('admits only readers of the project, and rejects an invalid period', async () => {
  const stranger = await world.signedUp();
  const path = `/api/v1/projects/${site.projectId}/chart-events`;
  expect((await world.browser().fetch(path)).status).toBe(401);
  expect((await stranger.fetch(path)).status).toBe(404);
  expect((await owner.fetch(`${path}?range=2h`)).status).toBe(400);
});
