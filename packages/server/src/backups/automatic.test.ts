import { buffer } from 'node:stream/consumers';
import {
  BACKUP_BEFORE_MAX,
  BACKUP_NIGHTLY_MAX,
  type BackupType,
  DEMO_WLAN_PROJECT,
  type NetworkConfig,
} from '@northlight/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, SteppedClock } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { playSite, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { BACKUP_PURPOSE } from './format.ts';

/** In winter, the time in Lisbon, the zone of the test projects, is UTC. */
const NOON = Date.UTC(2026, 0, 15, 12);
let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(NOON) });
});
afterAll(() => world[Symbol.asyncDispose]());

const vlan = (id: number, name = `VLAN ${id}`) => ({ id, name, ip: `10.0.${id}.1`, prefix: 24, ports: [] });
const withVlans = (...ids: number[]): NetworkConfig => ({ vlans: ids.map((id) => vlan(id)), dhcpPools: [] });

async function office(...models: string[]) {
  // Each test advances the clock by days, after which a session ends.
  owner = await world.signedUp();
  const site = await playSite(world, owner, ...models);
  const { params, projectId } = site;
  for (const device of site.devices) await device.on();
  const ids = site.devices.map(({ id }) => id);
  const settle = () => world.services.automaticBackups.processAll();
  return {
    ...site,
    ids,
    settle,
    list: async (type?: BackupType) => {
      await settle();
      const { items } = await owner.call('backupList', { params, query: { type, limit: 200 } });
      return items;
    },
    summary: async () => (await owner.call('backupSummaryGet', { params })).automatic,
    apply: async (config: NetworkConfig) => {
      // Gives each version a time of its own.
      await world.clock.advance(1000);
      const { version } = await owner.call('networkConfigGet', { params });
      return owner.call('networkConfigApply', { params, body: { baseVersion: version, config } });
    },
    /** Takes all of the project's quota but `bytes`. */
    fillQuota: (bytes: number) =>
      world.services.db
        .insertInto('files')
        .values({
          id: '00000000-0000-7000-8000-000000000001',
          owner_id: null,
          project_id: projectId,
          purpose: 'test',
          media_type: 'application/octet-stream',
          bytes: 500 * 2 ** 20 - bytes,
          created_at: new Date(),
        })
        .execute(),
    freeQuota: () => world.services.db.deleteFrom('files').where('purpose', '=', 'test').execute(),
    /** Lets the night of the project come now. */
    makeDue: async (daysAgo = 0) => {
      await world.clock.advance(MINUTE_MS);
      await world.services.db
        .updateTable('backup_nights')
        .set({ next_at: new Date(world.clock.now() - daysAgo * DAY_MS) })
        .where('project_id', '=', projectId)
        .execute();
      await settle();
    },
    /** Leaps to 02:00 of the next night and lets the server notice it. */
    sleep: async () => {
      const now = world.clock.now();
      const night = Math.floor(now / DAY_MS) * DAY_MS + DAY_MS + 2 * HOUR_MS;
      await world.clock.leap(night - now);
      await settle();
    },
  };
}

test('keeps what each device had before a change, and nothing of a device that had no configuration', async () => {
  await using site = await office('NL-GW5', 'NL-SW8P');
  const { apply, ids, list, params } = site;
  await apply(withVlans(20));
  expect(await list()).toEqual([]);
  await apply(withVlans(20, 30));
  // A later change, before the files of the earlier one are written, does not reach them.
  await apply(withVlans(40));
  const files = await list('before-change');
  expect(files.filter(({ deviceId }) => deviceId === ids[0])).toMatchObject([
    { kind: 'automatic', cause: 'before-change', sync: 'unsynchronized', revision: 2 },
    { revision: 1 },
  ]);
  expect(files).toHaveLength(4);
  const [, first] = files.filter(({ deviceId }) => deviceId === ids[0]);
  const one = { params: { ...params, backupId: first?.id ?? '' } };
  const { items } = await owner.call('backupCompare', { ...one, query: {} });
  expect(items.map(({ item }) => item)).toEqual(expect.arrayContaining(['VLAN 20', 'VLAN 40']));
  await owner.call('backupRestore', { ...one, body: { parts: ['vlans'] } });
  const { config } = await owner.call('networkConfigGet', { params });
  expect(config.vlans).toEqual(withVlans(20).vlans);
  // A restoration is a change too.
  expect((await list('before-change')).filter(({ deviceId }) => deviceId === ids[0])).toHaveLength(3);
});

test('keeps the settings of a device before they change, and the part of a role before it changes', async () => {
  await using site = await office('NL-SW8P', 'NL-WR3');
  const { apply, ids, list, params } = site;
  const [switchId = '', routerId = ''] = ids;
  await apply(withVlans(20));
  const set = (baseVersion: number, priority: number) =>
    owner.call('deviceSettingsApply', {
      params,
      body: {
        changes: [
          { deviceId: switchId, baseVersion, settings: { spanningTree: { enabled: true, priority } } },
        ],
      },
    });
  await set(0, 4096);
  await world.clock.advance(1000);
  await set(1, 8192);
  const files = await list('before-change');
  expect(files.map(({ deviceId }) => deviceId)).toEqual([switchId, switchId]);
  const contents = await Promise.all(
    files.map(({ id }) => owner.call('backupContentsGet', { params: { ...params, backupId: id } })),
  );
  expect(contents.map(({ parts }) => parts.find(({ part }) => part === 'spanningTree')?.items)).toEqual([
    1, 0,
  ]);
  await world.clock.advance(1000);
  const change = { params: { ...params, deviceId: routerId }, body: { role: 'access-point' as const } };
  await owner.call('deviceRoleChange', change);
  const [last] = await list('before-change');
  expect(last).toMatchObject({ deviceId: routerId });
  const { parts } = await owner.call('backupContentsGet', {
    params: { ...params, backupId: last?.id ?? '' },
  });
  expect(parts).toContainEqual({ part: 'vlans', items: 1 });
});

test('writes the file of a device that has left the project since', async () => {
  await using site = await office('NL-GW5');
  const { apply, ids, list, params } = site;
  await apply(withVlans(20));
  await apply(withVlans(30));
  await owner.call('deviceRemove', { params: { ...params, deviceId: ids[0] ?? '' } });
  const [file] = await list('automatic');
  expect(file).toMatchObject({ cause: 'before-change', model: 'NL-GW5' });
  expect(file?.deviceId).toBeUndefined();
});

test('keeps 20 files before changes and 14 of nights, and deletes older ones with their content', async () => {
  await using site = await office('NL-GW5');
  const { apply, ids, list, makeDue, params, projectId, settle } = site;
  await apply(withVlans(20));
  await settle();
  await apply(withVlans(30));
  await makeDue();
  const taken = await world.services.db
    .selectFrom('backups')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute();
  const { db } = world.services;
  const createId = (index: number) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
  // As many files as a device can have, each older than those that were taken.
  for (const row of taken)
    for (let age = 1; age < (row.cause === 'nightly' ? BACKUP_NIGHTLY_MAX : BACKUP_BEFORE_MAX); age += 1) {
      const id = createId((row.cause === 'nightly' ? 100 : 200) + age);
      const old = {
        ...row,
        restoration: null,
        verification: null,
        id,
        taken_at: new Date(row.taken_at.getTime() - age * DAY_MS),
      };
      await db.insertInto('backups').values(old).execute();
      const content = { id, purpose: 'backup', media_type: 'application/zip', bytes: row.bytes };
      const file = { ...content, owner_id: null, project_id: projectId, created_at: old.taken_at };
      await db.insertInto('files').values(file).execute();
    }
  await apply(withVlans(40));
  await makeDue();
  const [nightly, before] = [await list('nightly'), await list('before-change')];
  expect([nightly.length, before.length]).toEqual([BACKUP_NIGHTLY_MAX, BACKUP_BEFORE_MAX]);
  expect(nightly[0]).toMatchObject({ sync: 'synchronized', revision: 3, by: 'System' });
  expect(before[0]).toMatchObject({ sync: 'unsynchronized', revision: 2 });
  const gone = [createId(100 + BACKUP_NIGHTLY_MAX - 1), createId(200 + BACKUP_BEFORE_MAX - 1)];
  const files = await db.selectFrom('files').select('id').where('project_id', '=', projectId).execute();
  const kept = [...nightly, ...before].map(({ id }) => id);
  expect(files.map(({ id }) => id).sort()).toEqual(kept.sort());
  expect(kept.filter((id) => gone.includes(id))).toEqual([]);
  // Automatic files count neither as general ones nor for the interval of 3 min.
  await owner.call('backupTake', { params, body: { deviceIds: ids, kind: 'general' } });
  expect((await owner.call('backupSummaryGet', { params })).general).toBe(1);
});

test('skips devices without a change at night, counts them, and makes up for missed nights once', async () => {
  await using site = await office('NL-GW5', 'NL-SW8P');
  const { apply, list, makeDue, sleep, summary } = site;
  await site.settle();
  const planned = (await summary())?.nextAt ?? '';
  expect(planned.slice(11)).toBe('02:00:00.000Z');
  await apply(withVlans(20));
  await sleep();
  expect(await list('nightly')).toHaveLength(2);
  const first = await summary();
  expect(first).toMatchObject({ last: { at: planned, taken: 2, unchanged: 0 } });
  expect(Date.parse(first?.nextAt ?? '')).toBe(Date.parse(planned) + DAY_MS);
  await sleep();
  expect(await list('nightly')).toHaveLength(2);
  expect(await summary()).toMatchObject({ last: { taken: 0, unchanged: 2 } });
  await apply(withVlans(20, 30));
  await makeDue(3);
  const now = world.clock.now();
  expect(await list('nightly')).toHaveLength(4);
  const late = await summary();
  expect(Date.parse(late?.last?.at ?? '')).toBe(now);
  expect(late?.nextAt.slice(11)).toBe('02:00:00.000Z');
  expect(Date.parse(late?.nextAt ?? '')).toBeGreaterThan(now);
});

test('shows why a file could not be written, without refusing the change, and writes it when there is room', async () => {
  await using site = await office('NL-GW5');
  const { apply, fillQuota, freeQuota, list, sleep, summary } = site;
  await apply(withVlans(20));
  await fillQuota(100);
  await apply(withVlans(30));
  expect(await list('automatic')).toEqual([]);
  expect((await summary())?.failure).toEqual({
    at: expect.any(String),
    devices: 1,
    reason: 'The files of a project can have 500 MB in total. Delete some first.',
  });
  await freeQuota();
  await world.clock.advance(MINUTE_MS);
  expect(await list('before-change')).toMatchObject([{ revision: 1 }]);
  expect((await summary())?.failure).toBeUndefined();
  await fillQuota(100);
  await sleep();
  expect(await summary()).toMatchObject({ last: { taken: 0 }, failure: { devices: 1 } });
  await freeQuota();
  await sleep();
  expect(await summary()).toMatchObject({ last: { taken: 1 } });
  expect((await summary())?.failure).toBeUndefined();
});

test('has no nights in copies of the demos', async () => {
  await using site = await office('NL-GW5');
  const { settle, sleep, summary } = site;
  await world.services.db
    .updateTable('projects')
    .set({ copy_of: DEMO_WLAN_PROJECT })
    .where('id', '=', site.projectId)
    .execute();
  await sleep();
  await settle();
  expect(await summary()).toBeUndefined();
});

test('follows the time zone of the project', async () => {
  await using site = await office('NL-GW5');
  await site.settle();
  await world.services.db
    .updateTable('projects')
    .set({ time_zone: 'Asia/Tokyo' })
    .where('id', '=', site.projectId)
    .execute();
  await site.settle();
  expect((await site.summary())?.nextAt.slice(11)).toBe('17:00:00.000Z');
});

test('pages and filters the list', async () => {
  await using site = await office('NL-GW5', 'NL-SW8P');
  const { apply, ids, list, params } = site;
  for (const id of [20, 30, 40]) await apply(withVlans(id));
  await owner.call('backupTake', { params, body: { deviceIds: ids, kind: 'general', remark: 'Fair' } });
  const all = await list();
  expect(all).toHaveLength(6);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await owner.call('backupList', { params, query: { limit: 4, cursor } });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(all.map(({ id }) => id));
  const count = async (query: object) => (await owner.call('backupList', { params, query })).items.length;
  expect(await count({ type: 'before-change' })).toBe(4);
  expect(await count({ type: 'automatic', deviceId: ids[0] })).toBe(2);
  expect(await count({ device: all[0]?.deviceName.toUpperCase() })).toBe(3);
  expect(await count({ search: 'fair' })).toBe(2);
  expect(await count({ sync: 'synchronized' })).toBe(2);
  expect(await count({ sync: 'unsynchronized' })).toBe(4);
  const before = (await list('before-change')).find(({ deviceId }) => deviceId === ids[0]);
  const one = { params: { ...params, backupId: before?.id ?? '' } };
  await owner.call('backupRestore', { ...one, body: { parts: ['vlans'] } });
  expect(await count({ sync: 'synchronizing' })).toBe(1);
});

test('uploads an automatic file as a general one', async () => {
  await using site = await office('NL-GW5');
  const { apply, list, projectId, params } = site;
  await apply(withVlans(20));
  await apply(withVlans(30));
  const [file] = await list('before-change');
  const base = `/api/v1/projects/${projectId}`;
  const { db, files } = world.services;
  const stored = await files.get(db, file?.id ?? '', BACKUP_PURPOSE);
  const bytes = await buffer(stored.bytes);
  await owner.call('backupDelete', { params: { ...params, backupId: file?.id ?? '' } });
  const body = new FormData();
  body.set('file', new File([new Uint8Array(bytes)], 'backup.zip'));
  const answer = await owner.fetch(`${base}/backup-files?kind=general`, { method: 'POST', body });
  expect([answer.status, await answer.json()]).toMatchObject([201, { kind: 'general', revision: 1 }]);
});
