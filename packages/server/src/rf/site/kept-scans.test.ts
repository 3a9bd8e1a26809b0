import { DEFAULT_RF_SETTINGS } from '@northlight/contract';
import { DAY_MS, HOUR_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { addKeptScans, listDueScans } from './kept-scans.ts';
import { playCrowd } from '../testing/crowd.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

test('keeps a scan of each device every 4 h for a day, in projects that optimize', async () => {
  await using site = await playCrowd(world, owner, 3);
  const { db } = world.services;
  const { projectId } = site;
  const at = world.clock.now();
  const count = async (): Promise<number> => {
    const rows = await db.selectFrom('rf_scans').select('at').where('project_id', '=', projectId).execute();
    return rows.length;
  };
  const keepScans = async (now: number): Promise<void> => {
    for (const due of await listDueScans(db, now)) if (due.projectId === projectId) await due.run();
  };
  const keepAt = async (hours: number): Promise<number> => {
    await keepScans(at + hours * HOUR_MS);
    return count();
  };
  expect(await keepAt(0)).toBe(0);
  const settings = { ...DEFAULT_RF_SETTINGS, mode: 'scheduled' as const, version: 0 };
  await owner.call('rfSettingsSave', { params: site.params, body: settings });
  expect([await keepAt(0), await keepAt(3.9), await keepAt(4)]).toEqual([3, 3, 6]);
  const [device] = await addKeptScans(db, projectId, listDevices(site), at + 5 * HOUR_MS);
  // Two other access points in two kept scans.
  expect(device?.networks.map(({ signalDbm }) => signalDbm)).toEqual([-60, -60, -60, -60]);
  expect(await addKeptScans(db, projectId, listDevices(site), at + 30 * HOUR_MS)).toMatchObject([
    { networks: [] },
  ]);
  // No device has scanned for a day, so that nothing new is kept.
  await keepScans(at + 2 * DAY_MS);
  expect(await count()).toBe(0);
});

/** Returns a device without a scan of its own. */
function listDevices({ devices }: Awaited<ReturnType<typeof playCrowd>>) {
  return devices.slice(0, 1).map(({ id }) => ({
    id,
    name: 'AP',
    caps: { radios: [] },
    isOnline: true,
    isBroadcasting: true,
    radios: [],
    reportedAt: 0,
    networks: [],
    channels: [],
    scannedAt: 0,
  }));
}
