import { getDefaultRule } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MINUTE_MS } from '@northlight/runtime';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { AlarmSite } from './testing/alarm-site.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const ONE = { ap: { model: 'NL-AP6C' } };
const readRules = (projectId: number) => owner.call('alarmRulesGet', { params: { projectId } });

async function change(projectId: number, ...rules: ReturnType<typeof getDefaultRule>[]) {
  const { version } = await readRules(projectId);
  return owner.call('alarmRulesChange', { params: { projectId }, body: { baseVersion: version, rules } });
}

const reportFigures = (site: AlarmSite, figures: { cpu?: number; clients?: number }) =>
  world.services.db
    .updateTable('device_state')
    .set({ ...figures, reported_at: new Date(world.clock.now()) })
    .where('project_id', '=', site.projectId)
    .execute();

/** Reports the same figures `count` times, once a minute. */
async function reportFor(site: AlarmSite, count: number, figures: { cpu?: number; clients?: number }) {
  for (let minute = 0; minute < count; minute++) {
    await reportFigures(site, figures);
    await site.wait(MINUTE_MS);
  }
}

const saveClient = async (site: AlarmSite, ip: string) => {
  const at = new Date(world.clock.now());
  const place = { project_id: site.projectId, device_id: site.device('gw').id, vlan: 2, ip };
  await world.services.db
    .insertInto('online_clients')
    .values({ ...place, mac: ip, name: '', online: true, connected_at: at, last_seen_at: at })
    .execute();
};

/** Reports the use of DHCP pools of 100 addresses, for VLAN 1, 2 and so on, and waits for a minute. */
async function reportPools(site: AlarmSite, ...used: number[]) {
  const pools = used.map((count, index) => ({ vlanId: index + 1, addresses: 100, used: count }));
  await world.services.db
    .updateTable('device_state')
    .set({ dhcp_pools: JSON.stringify(pools) as never, dhcp_pools_at: new Date(world.clock.now()) })
    .where('project_id', '=', site.projectId)
    .execute();
  await site.wait(MINUTE_MS);
}

test('starts with default rules, and increments the version with each change of a rule', async () => {
  const { id: projectId } = await createProject(owner);
  const first = await readRules(projectId);
  expect(first).toMatchObject({ version: 0, can: { change: { allowed: true } } });
  expect(first.items.find(({ kind }) => kind === 'cpu-high')).toEqual(getDefaultRule('cpu-high'));
  const quiet = { from: '22:00', until: '07:00', weekdays: [1, 2] };
  const changed = await change(projectId, {
    ...getDefaultRule('cpu-high'),
    threshold: 80,
    severity: 'critical',
    quiet,
  });
  expect(changed.version).toBe(1);
  await world.clock.advance(1_000);
  const again = await change(projectId, { ...getDefaultRule('device-offline'), toleranceSeconds: 120 });
  expect(again.items.find(({ kind }) => kind === 'cpu-high')).toMatchObject({ threshold: 80, quiet });
  const stale = await owner.refused('alarmRulesChange', {
    params: { projectId },
    body: { baseVersion: 1, rules: [getDefaultRule('site-lost')] },
  });
  expect(stale.status).toBe(409);
  const wrong = await owner.refused('alarmRulesChange', {
    params: { projectId },
    body: { baseVersion: 2, rules: [{ ...getDefaultRule('cpu-high'), threshold: 500 }] },
  });
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['rules.0.threshold']]);
  const record = (
    await owner.call('auditList', { params: { projectId }, query: { action: 'alarm.change-rules' } })
  ).items;
  expect(record.map(({ object }) => object)).toEqual(['device-offline', 'cpu-high']);
  expect((await world.browser().refused('alarmRulesGet', { params: { projectId } })).status).toBe(401);
});

test('raises no alarm for a device that reconnects within the tolerance', async () => {
  const site = await AlarmSite.make(world, owner, ONE);
  await change(site.projectId, { ...getDefaultRule('device-offline'), toleranceSeconds: 120 });
  await site.down('ap');
  await site.wait(MINUTE_MS);
  expect(await site.shown()).toEqual([]);
  await site.up('ap');
  await site.wait(3 * MINUTE_MS);
  expect(await site.shown()).toEqual([]);
  await site.down('ap');
  await site.wait(2 * MINUTE_MS + 15_000);
  expect(await site.shown()).toEqual(['device-offline ap']);
  await site.remove();
});

test('raises no alarm of a disabled kind, and applies a changed severity', async () => {
  const site = await AlarmSite.make(world, owner, ONE);
  const { projectId } = site;
  await change(
    projectId,
    { ...getDefaultRule('device-offline'), enabled: false },
    { ...getDefaultRule('device-event'), severity: 'info' },
  );
  await site.down('ap');
  await site.up('ap');
  await site.event('ap', 'crash', { text: 'Crashed' }, { sev: 'critical' });
  const { items } = await owner.call('alarmList', { params: { projectId }, query: {} });
  expect(items.map(({ event, severity }) => [event, severity])).toEqual([['Crashed', 'info']]);
  await site.remove();
});

test('raises a processor alarm after 10 min and resolves it below the hysteresis', async () => {
  const site = await AlarmSite.make(world, owner, ONE);
  await reportFor(site, 8, { cpu: 97 });
  expect(await site.shown()).toEqual([]);
  await reportFor(site, 3, { cpu: 40 });
  await reportFor(site, 8, { cpu: 96 });
  expect(await site.shown()).toEqual([]);
  await reportFor(site, 5, { cpu: 99 });
  expect(await site.shown()).toEqual(['cpu-high ap']);
  for (const cpu of [94, 96, 91, 99]) await reportFor(site, 1, { cpu });
  expect(await site.shown()).toEqual(['cpu-high ap']);
  await reportFor(site, 2, { cpu: 60 });
  expect(await site.shown()).toEqual(['cpu-high ap over']);
  await site.remove();
});

test('raises an alarm for the fullest DHCP pool of a gateway', async () => {
  const site = await AlarmSite.make(world, owner, { gw: { model: 'NL-GW5' } });
  for (let minute = 0; minute < 3; minute++) await reportPools(site, 94, 10);
  expect(await site.shown()).toEqual([]);
  await saveClient(site, '169.254.7.9');
  await saveClient(site, '10.0.2.7');
  for (let minute = 0; minute < 3; minute++) await reportPools(site, 94, 100);
  const { items } = await owner.call('alarmList', { params: { projectId: site.projectId }, query: {} });
  expect(items.map(({ event, kind }) => [kind, event])).toEqual([
    ['dhcp-pool-high', 'gw: the DHCP pool of VLAN 2 is full (100 of 100), 1 client has no address.'],
  ]);
  for (let minute = 0; minute < 2; minute++) await reportPools(site, 94, 80);
  expect(await site.shown()).toEqual(['dhcp-pool-high gw']);
  for (let minute = 0; minute < 2; minute++) await reportPools(site, 80, 80);
  expect(await site.shown()).toEqual(['dhcp-pool-high gw over']);
  await site.remove();
});

test('updates the text of an open alarm with the use of the DHCP pool', async () => {
  const site = await AlarmSite.make(world, owner, { gw: { model: 'NL-GW5' } });
  const readTexts = async (): Promise<string[]> => {
    const { items } = await owner.call('alarmList', { params: { projectId: site.projectId }, query: {} });
    return items.map(({ event }) => event);
  };
  // The figures are evaluated once a minute, so that two minutes contain an evaluation.
  const reportUse = async (minutes: number, used: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) await reportPools(site, 10, used);
  };
  await reportUse(3, 96);
  expect(await readTexts()).toEqual(['gw: the DHCP pool of VLAN 2 uses 96 of 100 addresses.']);
  await saveClient(site, '169.254.7.9');
  await reportUse(2, 100);
  expect(await readTexts()).toEqual([
    'gw: the DHCP pool of VLAN 2 is full (100 of 100), 1 client has no address.',
  ]);
  await reportUse(2, 97);
  expect(await readTexts()).toEqual(['gw: the DHCP pool of VLAN 2 uses 97 of 100 addresses.']);
  await reportUse(2, 20);
  expect(await site.shown()).toEqual(['dhcp-pool-high gw over']);
  expect(await readTexts()).toEqual(['gw: the DHCP pool of VLAN 2 uses 97 of 100 addresses.']);
  await site.remove();
});

test('resolves a threshold alarm when figures are no longer reported', async () => {
  const site = await AlarmSite.make(world, owner, ONE);
  await change(site.projectId, {
    ...getDefaultRule('clients-high'),
    enabled: true,
    threshold: 50,
    toleranceSeconds: 0,
  });
  await reportFor(site, 2, { clients: 50 });
  expect(await site.shown()).toEqual(['clients-high ap']);
  await site.wait(5 * MINUTE_MS);
  expect(await site.shown()).toEqual(['clients-high ap over']);
  await site.remove();
});
