import { ALARM_EXPORT_MAX } from '@northlight/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  pollUntil,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';
import { AlarmSite } from './testing/alarm-site.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const SWITCH = {
  sw: { model: 'NL-SW8P' },
  ap1: { model: 'NL-AP6C', on: 'sw', port: 'p1' },
  ap2: { model: 'NL-AP6C', on: 'sw', port: 'p2' },
};

/** Creates alarms 1 s apart, the newest now; returns the project id. */
async function createAlarms(count: number): Promise<number> {
  const { id } = await createProject(owner);
  await sql`
    insert into alarms (id, project_id, device_id, device_name, kind, severity, event, event_id, at, status, shown_at)
    select gen_random_uuid(), ${id}, 'd' || n % 9, 'Device', 'device-event', case when n % 5 = 0 then 'critical' else 'warning' end,
      'Event ' || n, ${String(id)} || '-' || n, ${new Date(world.clock.now())}::timestamptz - n * interval '1 second', 'shown', now()
    from generate_series(0, ${count - 1}::int) n`.execute(world.services.db);
  return id;
}

const fetchCsv = (projectId: number, query = '') =>
  owner.fetch(`/api/v1/projects/${projectId}/alarms.csv${query}`);

test('lists consequences under their cause, and marks them as read and resolved together with the cause', async () => {
  const site = await AlarmSite.make(world, owner, SWITCH);
  const params = { projectId: site.projectId };
  await site.down('ap1', 'sw', 'ap2');
  const [cause] = (await owner.call('alarmList', { params, query: {} })).items;
  expect(cause).toMatchObject({ device: { name: 'sw' }, behind: { total: 2, open: 2 } });
  const behind = await owner.call('alarmList', { params, query: { cause: cause?.id } });
  expect(behind.items.map(({ device, causeId }) => `${device?.name} ${causeId}`).sort()).toEqual([
    `ap1 ${cause?.id}`,
    `ap2 ${cause?.id}`,
  ]);
  const ofDevice = await owner.call('alarmList', { params, query: { deviceId: site.device('ap1').id } });
  expect(ofDevice.items).toMatchObject([{ causeId: cause?.id }]);
  for (const query of [{ device: 'AP1' }, { search: 'ap1' }]) {
    const { items } = await owner.call('alarmList', { params, query });
    expect(items).toMatchObject([{ causeId: cause?.id, device: { name: 'ap1' } }]);
  }
  expect((await owner.call('alarmList', { params, query: { model: 'nl-ap6c' } })).items).toHaveLength(2);
  const unread = async () => (await owner.call('projectGet', { params })).unreadAlarms;
  expect(await unread()).toBe(1);
  expect(await owner.call('alarmMarkRead', { params, body: { ids: [cause?.id ?? ''] } })).toEqual({
    marked: 3,
  });
  expect(await unread()).toBe(0);
  expect(await owner.call('alarmResolve', { params, body: { ids: [cause?.id ?? ''] } })).toEqual({
    resolved: 3,
  });
  expect(await owner.call('alarmResolve', { params, body: { ids: [cause?.id ?? ''] } })).toEqual({
    resolved: 0,
  });
  const [resolved] = (await owner.call('alarmList', { params, query: { state: 'resolved' } })).items;
  expect(resolved?.resolvedBy).toContain('@example.com');
  await site.wait(10 * 60_000);
  expect(await site.shown()).toEqual(['device-offline sw +0/2 over']);
  await site.remove();
});

test('filters and pages alarms without repeating or omitting any', async () => {
  const projectId = await createAlarms(257);
  const params = { projectId };
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await owner.call('alarmList', { params, query: { limit: 50, cursor } });
    seen.push(...page.items.map(({ event }) => event));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(Array.from({ length: 257 }, (_, index) => `Event ${index}`));
  const count = async (query: object) => (await owner.call('alarmList', { params, query })).items.length;
  expect(await count({ severity: 'critical' })).toBe(52);
  expect(await count({ kind: 'device-offline' })).toBe(0);
  expect(await count({ state: 'open' })).toBe(257);
  expect(await count({ deviceId: 'd0' })).toBe(29);
  expect(await count({ from: new Date(world.clock.now() - 9_000).toISOString() })).toBe(10);
  expect(await count({ until: new Date(world.clock.now() - 9_000).toISOString() })).toBe(247);
  expect(await count({ device: 'DEVICE' })).toBe(257);
  expect(await count({ device: 'Dev' })).toBe(0);
  expect(await count({ search: 'event 25' })).toBe(8);
  expect(await count({ search: '%' })).toBe(0);
  expect(await count({ model: 'NL-AP6C' })).toBe(0);
  for (const query of [{ cursor: 'x' }, { kind: 'fire' }, { limit: 1001 }])
    expect((await owner.refused('alarmList', { params, query: query as never })).status).toBe(400);
});

test('lists open alarms before resolved ones across pages, each part newest first', async () => {
  const projectId = await createAlarms(12);
  const params = { projectId };
  await sql`update alarms set resolved_at = now() where project_id = ${projectId} and event in ('Event 0', 'Event 3')`.execute(
    world.services.db,
  );
  const list = async (limit: number) => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await owner.call('alarmList', { params, query: { limit, order: 'state', cursor } });
      pages.push(page.items.map(({ event }) => event.replace('Event ', '')));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return pages;
  };
  const all = ['1', '2', '4', '5', '6', '7', '8', '9', '10', '11', '0', '3'];
  expect(await list(100)).toEqual([all]);
  for (const limit of [1, 3, 10, 11]) expect((await list(limit)).flat()).toEqual(all);
  const query = { order: 'state', state: 'resolved' } as const;
  expect((await owner.call('alarmList', { params, query })).items.map(({ event }) => event)).toEqual([
    'Event 0',
    'Event 3',
  ]);
});

test('exports every cell as text, in the time zone of the project', async () => {
  const site = await AlarmSite.make(world, owner, SWITCH);
  const { projectId } = site;
  await site.event('ap1', 'radar', { text: '=HYPERLINK("http://evil","<b>x</b>")' });
  await site.event('ap1', 'radar', { text: '@sum, and\nmore' });
  await site.down('sw', 'ap1');
  const response = await fetchCsv(projectId);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="alarms.csv"');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  expect(text).toContain(`"'=HYPERLINK(""http://evil"",""<b>x</b>"")"`);
  expect(text).toContain(`"'@sum, and more"`);
  expect(text.split('\r\n')[0]).toContain('Time,Severity,Kind,Event,Device');
  // In winter, the local time in Lisbon equals UTC.
  expect(text).toMatch(
    new RegExp(
      `${new Date(world.clock.now()).toISOString().slice(0, 16).replace('T', ' ')}:\\d\\d \\+00:00,`,
    ),
  );
  expect(text.match(/Device offline/g)).toHaveLength(2);
  expect(
    (await fetchCsv(projectId, '?kind=device-event').then((each) => each.text())).match(/\r\n/g),
  ).toHaveLength(3);
  await site.remove();
});

test('ends an export at the row limit with a note', { tags: ['proof'] }, async () => {
  const projectId = await createAlarms(ALARM_EXPORT_MAX + 1);
  const lines = (await (await fetchCsv(projectId)).text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(1 + ALARM_EXPORT_MAX + 1);
  expect(lines[1]).toContain('Event 0,');
  expect(lines.at(-1)).toContain('Cut at 50,000 rows');
});

test('stops reading when the client aborts an export', { tags: ['proof'] }, async () => {
  const projectId = await createAlarms(30_000);
  const abort = new AbortController();
  const response = await owner.fetch(`/api/v1/projects/${projectId}/alarms.csv`, { signal: abort.signal });
  await response.body?.getReader().read();
  abort.abort();
  const exportActivity = async () => {
    const { rows } = await sql<{ busy: number; latest: Date }>`
      select count(*) filter (where state = 'active')::int as busy, max(query_start) as latest
      from pg_stat_activity where query like '%(at, id) <%' and pid <> pg_backend_pid() and datname = current_database()`.execute(
      world.services.db,
    );
    return rows[0];
  };
  // The export is idle when two samples see no further page query.
  let last = await exportActivity();
  await pollUntil(async () => {
    const now = await exportActivity();
    const isIdle = now?.busy === 0 && now.latest?.getTime() === last?.latest?.getTime();
    last = now;
    return isIdle;
  });
  expect((await fetchCsv(projectId, '?severity=critical')).status).toBe(200);
});

test('lets viewers export but not resolve alarms, and hides alarms from other accounts', async () => {
  const projectId = await createAlarms(3);
  const params = { projectId };
  const reader = await world.signedUp('alarm-reader@example.com');
  const share = {
    account: 'alarm-reader@example.com',
    right: 'r' as const,
    validity: { kind: 'permanent' as const },
  };
  await owner.call('shareCreate', { params, body: share });
  expect((await reader.fetch(`/api/v1/projects/${projectId}/alarms.csv`)).status).toBe(200);
  const [alarm] = (await reader.call('alarmList', { params, query: {} })).items;
  const body = { ids: [alarm?.id ?? ''] };
  expect((await reader.refused('alarmResolve', { params, body })).body.code).toBe(173);
  const stranger = await world.signedUp();
  expect((await stranger.refused('alarmResolve', { params, body })).body.code).toBe(73);
  expect((await world.browser().fetch(`/api/v1/projects/${projectId}/alarms.csv`)).status).toBe(401);
  expect((await fetchCsv(projectId, '?severity=loud')).status).toBe(400);
  expect((await owner.refused('alarmResolve', { params, body: { ids: [] } })).status).toBe(400);
});
