import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { playSite, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { openDesiredConfig, sealStoredConfigs } from './seal-desired.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

test('seals the configurations that an earlier version stored as they are', async () => {
  const { db, envelope } = world.services;
  await using site = await playSite(world, owner, 'NL-GW5', 'NL-AP6C');
  await owner.call('projectChange', { params: site.params, body: { devicePassword: 'N0rthlight!1' } });
  const read = async () =>
    (await db.selectFrom('devices').select(['id', 'desired_config']).orderBy('id').execute()).flatMap(
      ({ desired_config: stored, id }) =>
        stored ? [{ id, isSealed: 'sealed' in stored, config: openDesiredConfig(envelope, id, stored) }] : [],
    );
  const before = await read();
  expect(before.map(({ isSealed }) => isSealed)).toEqual([true, true]);
  for (const { config, id } of before)
    await sql`update devices set desired_config = ${JSON.stringify(config)} where id = ${id}`.execute(db);
  expect((await read()).map(({ isSealed }) => isSealed)).toEqual([false, false]);
  expect(await sealStoredConfigs(db, envelope)).toBe(2);
  expect(await read()).toEqual(before);
  expect(await sealStoredConfigs(db, envelope)).toBe(0);
});
