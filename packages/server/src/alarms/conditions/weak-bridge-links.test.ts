import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { AlarmSite } from '../testing/alarm-site.ts';
import type { SitePlan } from '../testing/site-plan.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

/** The first bridge of a project is its base, the second one a client. */
const FARM: SitePlan = {
  house: { model: 'NL-CPE5' },
  barn: { model: 'NL-CPE5', on: 'house', port: 'bridge' },
};

async function listTexts({ projectId }: AlarmSite): Promise<string[]> {
  const { items } = await owner.call('alarmList', { params: { projectId }, query: {} });
  return items.map(({ event }) => event);
}

/** Reports the signals of both ends every 30 s; an end without signals is silent. */
async function reportFor(
  site: AlarmSite,
  minutes: number,
  { barn, house }: { readonly barn?: number; readonly house?: number },
): Promise<void> {
  for (let count = 0; count < minutes * 2; count++) {
    if (house !== undefined) await site.reportBridge('house', 'base', { barn: house });
    if (barn !== undefined) await site.reportBridge('barn', 'client', { house: barn });
    await site.wait(30_000);
  }
}

test('raises one alarm at the client for a weak link, with the weaker direction, until both directions are stronger', async () => {
  const site = await AlarmSite.make(world, owner, FARM);
  await reportFor(site, 4, { barn: -74, house: -74 });
  expect(await site.shown()).toEqual([]);
  await reportFor(site, 5, { barn: -76, house: -79 });
  expect(await site.shown()).toEqual(['bridge-link-weak barn']);
  expect(await listTexts(site)).toEqual(['house receives barn over the bridge link with −79 dBm.']);
  await reportFor(site, 3, { barn: -60, house: -73 });
  expect(await site.shown()).toEqual(['bridge-link-weak barn']);
  await reportFor(site, 3, { barn: -60, house: -71 });
  expect(await site.shown()).toEqual(['bridge-link-weak barn over']);
  await site.remove();
});

test('raises the alarm from the report of one end alone, and ends it when the reports stop', async () => {
  const site = await AlarmSite.make(world, owner, FARM);
  await reportFor(site, 5, { barn: -80 });
  expect(await site.shown()).toEqual(['bridge-link-weak barn']);
  await reportFor(site, 6, {});
  expect(await site.shown()).toEqual(['bridge-link-weak barn over']);
  await site.remove();
});

test('ignores peers of other projects, unknown peers, and reports of devices that are no bridges', async () => {
  const site = await AlarmSite.make(world, owner, { ...FARM, ap: { model: 'NL-AP6C' } });
  const other = await AlarmSite.make(world, owner, FARM);
  const foreign = other.device('barn').mac;
  for (let count = 0; count < 10; count++) {
    await site.reportBridge('house', 'base', { [foreign]: -90, '02:00:00:00:00:01': -90 });
    await site.reportBridge('ap', 'base', { barn: -90 });
    await site.wait(30_000);
  }
  for (const each of [site, other]) expect(await each.shown()).toEqual([]);
  for (const each of [site, other]) await each.remove();
});
