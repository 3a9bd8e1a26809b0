import { topics } from '@northlight/contract/device-protocol';
import { DAY_MS, createRandomId } from '@northlight/runtime';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { verifyNow } from '../audit/index.ts';
import type { BaseDevice } from '../devices/index.ts';
import {
  createProject,
  RawDevice,
  startTestServer,
  TEST_PASSWORD,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';
import { deleteOldLogs } from './delete-old-logs.ts';
import { insertPastRecords } from './past-records.ts';

const ACCOUNT = 'logs@example.com';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp(ACCOUNT);
});
afterAll(() => world[Symbol.asyncDispose]());

async function online(model = 'NL-AP6C') {
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model })) as [BaseDevice];
  const body = { sn: base.sn, claimCode: base.claimCode };
  const { id, name } = await owner.call('deviceAdd', { params: { projectId }, body });
  const credential = await RawDevice.provision(world.mqttPort, base);
  const connect = (session: string) =>
    RawDevice.online(world.mqttPort, base, credential, { session, ts: world.clock.now() });
  const list = async (query: object = {}) =>
    (await owner.call('logList', { params: { projectId }, query })).items;
  return { projectId, id, name, connect, list };
}

/** Inserts a record directly, so that a test can choose its time (ms). */
async function write(projectId: number, at: number, event: string): Promise<void> {
  const row = {
    id: createRandomId(world.services.entropy, at),
    project_id: projectId,
    at: new Date(at),
    event,
  };
  const rest = {
    kind: 'system',
    severity: 'info',
    device_id: null,
    device_name: null,
    event_id: null,
  } as const;
  await world.services.db
    .insertInto('run_logs')
    .values({ ...row, ...rest })
    .execute();
}

describe('device events', () => {
  test('are logged once each: first contact, events, offline and online', async () => {
    const { connect, id, list, name } = await online();
    const device = await connect('one');
    const event = {
      eid: 'e1',
      ts: world.clock.now(),
      type: 'channel-changed',
      sev: 'info',
      data: { from: 36, to: 44 },
    };
    await device.publish(topics.up(id, 'evt'), event);
    await device.publish(topics.up(id, 'evt'), event);
    await device.publish(topics.up(id, 'death'), { session: 'one', bd: 0 });
    await device[Symbol.asyncDispose]();
    await using _again = await connect('two');
    const items = await list();
    expect(items.map(({ event: text }) => text).sort()).toEqual(
      ['Offline', 'Online', 'Online for the first time', 'Channel changed from 36 to 44'].sort(),
    );
    for (const item of items) expect(item).toMatchObject({ kind: 'device', device: { id, name } });
    expect((await list({ severity: 'warning' })).map(({ event: text }) => text)).toEqual(['Offline']);
    expect(await list({ search: 'channel' })).toHaveLength(1);
    expect(await list({ device: name.toUpperCase() })).toHaveLength(items.length);
    expect(await list({ device: 'no such name' })).toEqual([]);
    expect(await list({ limit: 1 })).toHaveLength(1);
    expect(await list({ search: '%' })).toEqual([]);
    expect(await list({ kind: 'system' })).toEqual([]);
  });

  test('have the same text in the log and in the alarm that they raise', async () => {
    const { connect, id, list, projectId } = await online();
    await using device = await connect('one');
    const send = (eid: string, type: string, data: object) =>
      device.publish(topics.up(id, 'evt'), { eid, ts: world.clock.now(), type, sev: 'critical', data });
    await send('f1', 'fan-failed', { fan: 1 });
    await send('f2', 'psu-failed', { text: 'Power supply 2 failed.' });
    await send('f3', 'poe-overload', { port: 'lan3' });
    const texts = ['Fan failed: fan 1', 'Power supply 2 failed.', 'Poe overload: port lan3'].sort();
    const { items } = await owner.call('alarmList', { params: { projectId }, query: {} });
    expect(items.map(({ event }) => event).sort()).toEqual(texts);
    expect((await list({ severity: 'critical' })).map(({ event }) => event).sort()).toEqual(texts);
  });

  test('are listed once and by their time after a device was offline for a day', async () => {
    const { connect, id, list } = await online();
    const device = await connect('one');
    await device.publish(topics.up(id, 'death'), { session: 'one', bd: 0 });
    await device[Symbol.asyncDispose]();
    const offlineAt = world.clock.now();
    await world.clock.leap(DAY_MS);
    await using back = await connect('two');
    for (let hour = 0; hour < 24; hour++) {
      const ts = offlineAt + (hour * DAY_MS) / 24 + 1000;
      const event = { eid: `h${hour}`, ts, type: 'link-up', sev: 'info', data: { text: `Hour ${hour}` } };
      await back.publish(topics.up(id, 'evt'), event);
      if (hour % 5 === 0) await back.publish(topics.up(id, 'evt'), event);
    }
    const hours = (await list({ search: 'Hour' })).map(({ event }) => event);
    expect(hours).toEqual(Array.from({ length: 24 }, (_, index) => `Hour ${23 - index}`));
  });
});

describe('retention', () => {
  test('deletes log and audit content of one project only, and keeps the audit chain valid', async () => {
    const here = await online();
    const there = await online();
    const now = world.clock.now();
    for (const days of [6, 8, 31, 91, 200])
      for (const { projectId } of [here, there]) await write(projectId, now - days * DAY_MS, `${days} days`);
    const { db } = world.services;
    await world.clock.advance(2_000);
    await verifyNow(world.services);
    const params = { projectId: here.projectId };
    expect(await owner.call('logRetentionGet', { params })).toEqual({ days: 90 });
    await owner.call('logRetentionSet', { params, body: { days: 7 } });
    await world.clock.leap(8 * DAY_MS);
    // Signs in again, because the session has expired.
    const body = { account: ACCOUNT, password: TEST_PASSWORD, remember: false };
    await owner.call('signIn', { body });
    await verifyNow(world.services);
    await deleteOldLogs(world.services);
    const texts = async (list: typeof here.list) =>
      (await list({ search: 'days' })).map(({ event }) => event);
    expect((await texts(here.list)).filter((text) => !text.startsWith('Deleted'))).toEqual([]);
    expect(await texts(there.list)).toEqual(expect.arrayContaining(['6 days', '8 days', '31 days']));
    expect(await texts(there.list)).not.toContain('91 days');
    const operations = await owner.call('auditList', { params, query: {} });
    expect(operations.items).toEqual([]);
    const left = await db
      .selectFrom('audit')
      .select(['actor', 'object', 'action'])
      .where('project_id', '=', here.projectId)
      .execute();
    expect(left.length).toBeGreaterThan(1);
    for (const row of left) expect(row).toEqual({ actor: '', object: '', action: 'deleted' });
    expect(await verifyNow(world.services)).toMatchObject({ whole: true });
    // The check fails for a record that was deleted without the server's key.
    await sql`update audit set action = 'deleted', object = '' where sequence = 1`.execute(db);
    expect(await verifyNow(world.services)).toMatchObject({ whole: false, brokenAt: 1 });
  });

  test('refuses a period that is not offered', async () => {
    const { projectId } = await online();
    const refused = await owner.refused('logRetentionSet', {
      params: { projectId },
      body: { days: 14 as never },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toHaveProperty('days');
  });
});

describe('folded records', () => {
  test('of one job are one item with its devices, and the next page begins after them', async () => {
    const { list, projectId } = await online();
    const now = world.clock.now();
    await insertPastRecords(
      world.services.db as never,
      world.services.entropy,
      projectId,
      Array.from({ length: 65 }, (_, index) => ({
        device: {
          id: `00000000-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`,
          name: `AP-${index}`,
        },
        severity: 'info',
        event: 'Configuration 1 applied',
        at: new Date(now - index * 10),
      })),
    );
    await write(projectId, now - 5_000, 'An older record');
    expect(await list({ kind: 'device', search: 'Configuration' })).toHaveLength(65);
    const params = { projectId };
    const first = await owner.call('logList', { params, query: { folded: 'true', limit: 1 } });
    expect(first.items).toHaveLength(1);
    expect(first.items[0]).toMatchObject({ event: 'Configuration 1 applied' });
    expect(first.items[0]?.members?.map(({ device }) => device?.name)).toEqual(
      Array.from({ length: 65 }, (_, index) => `AP-${index}`),
    );
    const second = await owner.call('logList', {
      params,
      query: { folded: 'true', limit: 1, cursor: first.nextCursor },
    });
    expect(second.items).toMatchObject([{ event: 'An older record' }]);
    expect(second.items[0]).not.toHaveProperty('members');
  });
});

describe('many records', () => {
  test('are paged, and exported as CSV without executable cells', async () => {
    const { list, projectId } = await online();
    const now = world.clock.now();
    for (let count = 0; count < 450; count++)
      await write(projectId, now - Math.floor(count / 3) * 1000, `Line ${count}`);
    await write(projectId, now + 5, '=HYPERLINK("http://evil")');
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const query = cursor === undefined ? {} : { cursor };
      const page = await owner.call('logList', { params: { projectId }, query });
      seen.push(...page.items.map(({ event }) => event));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    expect(new Set(seen).size).toBe(451);
    expect(seen).toHaveLength(451);
    expect(await list({ until: new Date(now - 100_000).toISOString() })).toHaveLength(147);
    const answer = await owner.fetch(`/api/v1/projects/${projectId}/logs.csv`);
    expect(answer.headers.get('content-disposition')).toContain('log.csv');
    const rows = (await answer.text()).trim().split('\r\n');
    expect(rows).toHaveLength(452);
    expect(rows[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d,/);
    expect(rows[1]).toContain(`"'=HYPERLINK(""http://evil"")"`);
  });
});
