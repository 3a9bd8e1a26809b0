import {
  DEMO_MESH_PROJECT,
  DEMO_WLAN_PROJECT,
  findDeviceMetric,
  listInsideNetworks,
} from '@northlight/contract';
import { DAY_MS, MINUTE_MS } from '@northlight/runtime';
import { pollUntil, startTestServer, type TestBrowser, type TestServer } from '@northlight/server/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DemoHistory } from './demo-history.ts';
import { demo, startDemo } from './index.ts';
import { listDemoProjects } from './seed.ts';

let world: TestServer;
let visitor: TestBrowser;
const mesh = { projectId: DEMO_MESH_PROJECT };
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), {
    demo: { ...demo, start: (services, endpoint) => startDemo(services, endpoint, true) },
  });
  visitor = world.browser();
  await visitor.call('demoSignIn', {});
  await pollUntil(async () => {
    await world.clock.advance(500);
    const found = await world.services.db.selectFrom('devices').select('project_id').execute();
    return new Set(found.map(({ project_id }) => project_id)).size === 2;
  });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Writes the figures of the smaller demo, and only the events of the larger one. */
async function write(ids: readonly number[]): Promise<void> {
  await using history = new DemoHistory(
    world.services,
    listDemoProjects().filter(({ id }) => ids.includes(id)),
  );
  await history.write();
}
/** Lists the alarms from before the demo began. */
async function listPastAlarms(projectId: number) {
  const rows = world.services.db.selectFrom('projects').select('created_at').where('id', '=', projectId);
  const { created_at } = await rows.executeTakeFirstOrThrow();
  const query = { until: created_at.toISOString() };
  return (await visitor.call('alarmList', { params: { projectId }, query })).items;
}

const readClients = async () => {
  const query = { metrics: 'clients,download', range: '30d' as const };
  const { series, stepSeconds, to } = await visitor.call('projectSeries', { params: mesh, query });
  return { stepSeconds, to, clients: series[0]?.values ?? [], download: series[1]?.values ?? [] };
};

test(
  'writes 30 days of figures and scripted events only once',
  { tags: ['proof'], timeout: 120_000 },
  async () => {
    await write([DEMO_MESH_PROJECT]);
    const first = await readClients();
    expect(first.stepSeconds).toBe(3600);
    for (const values of [first.clients, first.download])
      expect(values.filter((value) => value !== null).length).toBeGreaterThan(710);
    const alarms = () => listPastAlarms(DEMO_MESH_PROJECT);
    const before = await alarms();
    expect(before.map(({ kind, resolvedAt }) => [kind, resolvedAt === undefined])).toEqual([
      ['device-offline', false],
    ]);
    await write([DEMO_MESH_PROJECT]);
    expect(await alarms()).toEqual(before);
    expect(await readClients()).toEqual(first);
    const [device] = (await visitor.call('deviceList', { params: mesh })).items;
    const query = { devices: device?.id ?? '', metrics: 'cpu,clients,download', range: '72h' as const };
    const { series } = await visitor.call('deviceSeries', { params: mesh, query });
    for (const { metric, values } of series) {
      expect(findDeviceMetric(metric)).toBeDefined();
      expect(values.filter((value) => value !== null).length, metric).toBeGreaterThan(850);
    }
  },
);

test('marks the outage and the upgrade on the time axis of the charts', { tags: ['proof'] }, async () => {
  const query = { range: '30d' as const };
  const { items } = await visitor.call('chartEvents', { params: mesh, query });
  const kinds = new Set(items.map(({ kind }) => kind).filter((kind) => kind !== 'configuration'));
  expect(kinds).toEqual(new Set(['offline', 'upgrade']));
  const outage = items.find(({ kind, until }) => kind === 'offline' && until !== undefined);
  expect(Date.parse(outage?.until ?? '') - Date.parse(outage?.at ?? '')).toBe(47 * MINUTE_MS);
  expect(world.clock.now() - Date.parse(outage?.at ?? '')).toBeGreaterThan(5 * DAY_MS);
});

test('stops writing between two steps when it is disposed of, and continues at the next start', async () => {
  const history = new DemoHistory(
    world.services,
    listDemoProjects().filter(({ id }) => id === DEMO_WLAN_PROJECT),
  );
  const writing = history.write();
  await history[Symbol.asyncDispose]();
  await writing;
  const rows = world.services.db.selectFrom('telemetry_backfills').select(['ends_at', 'stored_from']);
  const [row] = await rows.where('project_id', '=', DEMO_WLAN_PROJECT).execute();
  expect(row?.stored_from.getTime()).toBe(row?.ends_at.getTime());
  expect(
    (await listPastAlarms(DEMO_WLAN_PROJECT)).map(({ behind, kind }) => [kind, behind?.total ?? 0]),
  ).toEqual([
    ['device-event', 0],
    ['device-offline', 9],
    ['config-refused', 0],
    ['config-rolled-back', 0],
  ]);
});

test('lists the changes of the demo history as jobs and versions with the revisions of the log', async () => {
  const params = { projectId: DEMO_WLAN_PROJECT };
  const jobs = (await visitor.call('jobList', { params, query: {} })).items;
  const past = jobs.map(({ kind, rows, state, title }) => ({ kind, state, title, devices: rows.length }));
  expect(past).toEqual([
    { kind: 'route-table', state: 'done', title: 'Read the route table of Gateway', devices: 1 },
    { kind: 'restart', state: 'done', title: 'Restart Access-F4', devices: 1 },
    { kind: 'restart', state: 'done', title: 'Scheduled restart, 04:00', devices: 4 },
    { kind: 'upgrade', state: 'done', title: 'Upgrade 40 devices', devices: 40 },
    { kind: 'configure', state: 'done', title: 'Settings of AP-Out-38', devices: 1 },
    { kind: 'configure', state: 'failed', title: 'Settings of AP-Out-38', devices: 1 },
    { kind: 'restart', state: 'done', title: 'Scheduled restart, 04:00', devices: 4 },
    { kind: 'configure', state: 'done', title: 'Apply Internet, port WAN1, address', devices: 1 },
    { kind: 'configure', state: 'failed', title: 'Apply Internet, port WAN1, address', devices: 1 },
    { kind: 'restart', state: 'done', title: 'Scheduled restart, 04:00', devices: 4 },
    { kind: 'restart', state: 'done', title: 'Scheduled restart, 04:00', devices: 4 },
    { kind: 'configure', state: 'done', title: 'Apply VLAN 20, VLAN 30, VLAN 40 and 12 more', devices: 1 },
  ]);
  const operations = await visitor.call('auditList', { params, query: { limit: 20 } });
  // The object of an operation is its title without the verb.
  expect(operations.items.map(({ object }) => object)).toEqual(
    jobs.map(({ title }) => title.replace(/^(?:Apply|Restart|Settings of|Upgrade) /, '')),
  );
  expect(operations.items[2]).toMatchObject({
    actor: 'marta.reis@example.com',
    action: 'device.restart',
    result: 'ok',
  });
  const search = await visitor.call('auditList', { params, query: { action: 'network', search: 'vlan' } });
  expect(search.items.map(({ object }) => object)).toEqual(['VLAN 20, VLAN 30, VLAN 40 and 12 more']);
  const system = await visitor.call('logList', { params, query: { kind: 'system' } });
  expect(system.items.map(({ event }) => event)).toEqual(
    Array.from({ length: 4 }, () => 'Scheduled restart of 04:00 started on 4 devices.'),
  );
  const routes = jobs[0]?.rows[0]?.result?.routes ?? [];
  const { config } = await visitor.call('networkConfigGet', { params });
  expect(routes.map(({ destination }) => destination)).toEqual(
    expect.arrayContaining(['0.0.0.0', ...(config.staticRoutes ?? []).map(({ destination }) => destination)]),
  );
  expect(routes.filter(({ origin }) => origin === 'connected')).toHaveLength(
    listInsideNetworks(config).length,
  );
  const { items } = await visitor.call('networkHistoryList', { params, query: {} });
  expect(items.map(({ jobId, title, version }) => [version, title, jobId !== undefined])).toEqual([
    [4, 'As the demo begins', false],
    [3, 'Apply Internet, port WAN1, address', true],
    [2, 'Apply Internet, port WAN1, address', true],
    [1, 'Apply VLAN 20, VLAN 30, VLAN 40 and 12 more', true],
  ]);
  const devices = (await visitor.call('deviceList', { params })).items;
  const gateway = devices.find(({ name }) => name === 'Gateway');
  const rows = world.services.db.selectFrom('devices').select('desired_rev');
  expect((await rows.where('id', '=', gateway?.id ?? '').executeTakeFirst())?.desired_rev).toBe(4);
});

test.for<[number, string, number]>([
  [1, 'Apply VLAN 20, VLAN 30, VLAN 40 and 12 more', 15],
  [2, 'Apply Internet, port WAN1, address', 1],
  [3, 'Apply Internet, port WAN1, address', 1],
])('compares version %d of the demo history with the version before it: %s', async ([version, , items]) => {
  const params = { projectId: DEMO_WLAN_PROJECT, version };
  const query = { since: version - 1 };
  const { items: changes } = await visitor.call('networkHistoryCompare', { params, query });
  expect(new Set(changes.map(({ item }) => item)).size).toBe(items);
});

test('moves devices of the hotel in the past, so that the topology of an earlier day differs from the present one', async () => {
  const params = { projectId: DEMO_WLAN_PROJECT };
  const from = new Date(world.clock.now() - 29 * DAY_MS).toISOString();
  const { items } = await visitor.call('topologyChangeList', { params, query: { from } });
  const moves = items.filter(({ kind }) => kind === 'moved' || kind === 'disconnected');
  expect(moves.length).toBeGreaterThanOrEqual(20);
  expect(items.filter(({ kind }) => kind === 'went-offline').length).toBeGreaterThanOrEqual(9);
  const [first] = moves.toSorted((one, other) => one.at.localeCompare(other.at));
  const at = new Date(Date.parse(first?.at ?? '') - MINUTE_MS).toISOString();
  const past = await visitor.call('topologyGet', { params, query: { at } });
  expect(past.links.find(({ lower }) => lower.nodeId === first?.deviceId)?.upper).toEqual({
    nodeId: first?.from?.nodeId,
    port: first?.from?.port,
  });
});
