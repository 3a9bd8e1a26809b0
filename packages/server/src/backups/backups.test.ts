import {
  type Backup,
  BACKUP_GENERAL_MAX,
  getDefaultPort,
  findCapabilities,
  type NetworkConfig,
} from '@northlight/contract';
import { MINUTE_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { playSite, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const vlan = (id: number, name = `VLAN ${id}`) => ({ id, name, ip: `10.0.${id}.1`, prefix: 24, ports: [] });
const withVlans = (...ids: number[]): NetworkConfig => ({ vlans: ids.map((id) => vlan(id)), dhcpPools: [] });

async function office(...models: string[]) {
  const site = await playSite(world, owner, ...models);
  const { params } = site;
  for (const device of site.devices) await device.on();
  const ids = site.devices.map(({ id }) => id);
  const take = (kind: 'general' | 'restore-point' = 'general', deviceIds = ids.slice(0, 1)) =>
    owner.call('backupTake', { params, body: { deviceIds, kind } });
  const refuse = (kind: 'general' | 'restore-point' = 'general', deviceIds = ids.slice(0, 1)) =>
    owner.refused('backupTake', { params, body: { deviceIds, kind } });
  return {
    ...site,
    ids,
    take,
    refuse,
    /** Lists the files that were not taken automatically. */
    list: async (): Promise<Backup[]> =>
      (await owner.call('backupList', { params, query: { limit: 200 } })).items.filter(
        ({ kind }) => kind !== 'automatic',
      ),
    apply: async (config: NetworkConfig) => {
      const { version } = await owner.call('networkConfigGet', { params });
      return owner.call('networkConfigApply', { params, body: { baseVersion: version, config } });
    },
    wait: () => world.clock.advance(3 * MINUTE_MS),
  };
}

test('takes a backup, lists it with its state, and deletes it with its file', async () => {
  await using site = await office('NL-GW5');
  const { apply, list, params, take } = site;
  await apply(withVlans(20));
  const { items } = await take();
  expect(items).toMatchObject([
    { deviceId: site.ids[0], kind: 'general', model: 'NL-GW5', sync: 'synchronized', by: expect.any(String) },
  ]);
  expect(await list()).toEqual(items);
  await apply(withVlans(20, 30));
  expect(await list()).toMatchObject([{ sync: 'unsynchronized' }]);
  const backupId = items[0]?.id ?? '';
  const remarked = await owner.call('backupRemarkSave', {
    params: { ...params, backupId },
    body: { remark: 'Before the fair' },
  });
  expect(remarked).toMatchObject({ id: backupId, remark: 'Before the fair' });
  await owner.call('backupDelete', { params: { ...params, backupId } });
  expect(await list()).toEqual([]);
  expect((await owner.refused('backupDelete', { params: { ...params, backupId } })).body.code).toBe(259);
  const files = world.services.db.selectFrom('files').select('id').where('id', '=', backupId);
  expect(await files.execute()).toEqual([]);
});

test('waits 3 min between two backups of a device, and names the rest of the time', async () => {
  await using site = await office('NL-GW5', 'NL-SW8P');
  const { ids, refuse, take, wait } = site;
  await take();
  await world.clock.advance(MINUTE_MS);
  const { body, status } = await refuse();
  expect([status, body.message]).toEqual([
    409,
    'The last backup of this device is less than 3 min old. Try again in 2 min.',
  ]);
  // Another device of the same order gets its backup.
  const { items, refused } = await take('general', ids);
  expect(items.map(({ deviceId }) => deviceId)).toEqual([ids[1]]);
  expect(refused).toMatchObject([{ id: ids[0], reason: body.message }]);
  await wait();
  expect((await take()).refused).toEqual([]);
});

test('keeps one restore point of a device until it is deleted', async () => {
  await using site = await office('NL-GW5');
  const { params, refuse, take, wait } = site;
  const { items } = await take('restore-point');
  await wait();
  expect((await refuse('restore-point')).body.message).toBe(
    'The device has a restore point. Delete it before you make a new one.',
  );
  await owner.call('backupDelete', { params: { ...params, backupId: items[0]?.id ?? '' } });
  await wait();
  expect((await take('restore-point')).items).toHaveLength(1);
});

test('keeps the limits under parallel calls', async () => {
  await using site = await office('NL-GW5');
  const { list, refuse, take, wait } = site;
  const calls = Array.from({ length: 20 }, () =>
    take('restore-point').then(
      () => 'taken',
      () => 'refused',
    ),
  );
  expect((await Promise.all(calls)).filter((result) => result === 'taken')).toHaveLength(1);
  const [row] = await world.services.db
    .selectFrom('backups')
    .selectAll()
    .where('project_id', '=', site.projectId)
    .execute();
  if (!row) throw new Error('There is no backup.');
  await wait();
  for (let count = 0; count < BACKUP_GENERAL_MAX; count += 1)
    await world.services.db
      .insertInto('backups')
      .values({
        ...row,
        restoration: null,
        verification: null,
        id: `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`,
        kind: 'general',
        taken_at: new Date(0),
      })
      .execute();
  expect((await refuse()).body.message).toBe(
    'The project has 128 of 128 general backups. Delete some first.',
  );
  expect(await list()).toHaveLength(BACKUP_GENERAL_MAX + 1);
});

const switchCaps = findCapabilities('NL-SW8P');
const port = (id: string, pvid: number) => {
  const known = switchCaps?.ports.find((each) => each.id === id);
  if (!known) throw new Error(`There is no port ${id}.`);
  return { ...getDefaultPort(known), pvid };
};

test('compares a backup with what its device has, and restores it with a job', async () => {
  await using site = await office('NL-GW5', 'NL-SW8P');
  const { apply, devices, ids, list, params, take } = site;
  const [gateway] = devices;
  await apply(withVlans(20, 30));
  await gateway?.reportConfig(await gateway.push());
  const { items } = await take();
  const backupId = items[0]?.id ?? '';
  const one = { params: { ...params, backupId } };
  await apply({ vlans: [vlan(20, 'Guests'), vlan(40)], dhcpPools: [] });
  await gateway?.reportConfig(await gateway.push());
  const contents = await owner.call('backupContentsGet', one);
  expect(contents.parts.filter(({ items: count }) => count > 0)).toEqual([{ part: 'vlans', items: 2 }]);
  expect(contents.parts).toContainEqual({ part: 'mappings', items: 0 });
  const { items: changes } = await owner.call('backupCompare', one);
  expect(changes.map(({ after, now, setting }) => [setting, now, after])).toEqual(
    expect.arrayContaining([['VLAN 20, name', 'VLAN 20', 'Guests']]),
  );
  const body = { parts: ['vlans' as const] };
  const review = await owner.call('backupRestoreReview', { ...one, body });
  expect(review.changes.map(({ item }) => item)).toEqual(
    expect.arrayContaining(['VLAN 20', 'VLAN 30', 'VLAN 40']),
  );
  const { job } = await owner.call('backupRestore', { ...one, body });
  expect((await list())[0]).toMatchObject({ sync: 'synchronizing' });
  await gateway?.reportConfig(await gateway.push());
  await site.jobWhen(job.id, ({ rows }) =>
    rows.some((row) => row.deviceId === ids[0] && row.state === 'done'),
  );
  const { config } = await owner.call('networkConfigGet', { params });
  expect(config.vlans).toEqual(withVlans(20, 30).vlans);
  expect((await list())[0]).toMatchObject({ sync: 'synchronized' });
});

test('restores the ports of a switch, and leaves the network as it is', async () => {
  await using site = await office('NL-SW8P');
  const { devices, ids, params, take } = site;
  const [device] = devices;
  const deviceId = ids[0] ?? '';
  const set = async (baseVersion: number, pvid: number) => {
    const settings = { ports: [port('p1', pvid)] };
    await owner.call('deviceSettingsApply', {
      params,
      body: { changes: [{ deviceId, baseVersion, settings }] },
    });
    await device?.reportConfig(await device.push());
  };
  await set(0, 10);
  const { items } = await take();
  const one = { params: { ...params, backupId: items[0]?.id ?? '' } };
  await set(1, 20);
  const body = { parts: ['ports' as const] };
  expect(await owner.call('backupRestoreReview', { ...one, body })).toMatchObject({
    changes: [{ setting: 'Port P1, VLANs', now: 'access, VLAN 20', after: 'access, VLAN 10' }],
  });
  await owner.call('backupRestore', { ...one, body });
  const { settings } = await owner.call('deviceSettingsGet', { params: { ...params, deviceId } });
  expect(settings.ports).toMatchObject([{ id: 'p1', pvid: 10 }]);
});

test('refuses a file of another device, and changes nothing', async () => {
  await using site = await office('NL-GW5');
  const { apply, params, take } = site;
  await apply(withVlans(20));
  const backupId = (await take()).items[0]?.id ?? '';
  await apply(withVlans(30));
  // As if the rows of two files had been exchanged.
  await world.services.db
    .updateTable('backups')
    .set({ device_sn: 'OTHER' })
    .where('id', '=', backupId)
    .execute();
  const body = { parts: ['vlans' as const] };
  const refused = await owner.refused('backupRestore', { params: { ...params, backupId }, body });
  expect(refused.body.code).toBe(260);
  const { config } = await owner.call('networkConfigGet', { params });
  expect(config.vlans.map(({ id }) => id)).toEqual([30]);
});

test('keeps the backup of a device that has left the project, and does not restore it', async () => {
  await using site = await office('NL-GW5');
  const { apply, ids, list, params, take } = site;
  await apply(withVlans(20));
  const backupId = (await take()).items[0]?.id ?? '';
  await owner.call('deviceRemove', { params: { ...params, deviceId: ids[0] ?? '' } });
  const [kept] = await list();
  expect(kept).toMatchObject({ id: backupId, deviceName: expect.any(String), sync: 'unsynchronized' });
  expect(kept?.deviceId).toBeUndefined();
  const body = { parts: ['vlans' as const] };
  for (const operation of ['backupRestoreReview', 'backupRestore'] as const) {
    const refused = await owner.refused(operation, { params: { ...params, backupId }, body });
    expect([refused.status, refused.body.message]).toEqual([409, 'The device has left the project.']);
  }
});

test('shows the list to readers, without content', async () => {
  await using site = await office('NL-GW5');
  const { params, take } = site;
  const backupId = (await take()).items[0]?.id ?? '';
  const reader = await world.signedUp();
  const { account } = await reader.call('sessionGet', {});
  await owner.call('shareCreate', {
    params,
    body: { account: account.account, right: 'r', validity: { kind: 'permanent' } },
  });
  const { items } = await reader.call('backupList', { params, query: {} });
  expect(items.map(({ id }) => id)).toEqual([backupId]);
  expect(await reader.call('backupSummaryGet', { params })).toMatchObject({
    general: 1,
    can: { write: { allowed: false } },
  });
  for (const operation of ['backupContentsGet', 'backupCompare'] as const) {
    const refused = await reader.refused(operation, { params: { ...params, backupId }, query: {} });
    expect(refused.body.code).toBe(173);
  }
});
