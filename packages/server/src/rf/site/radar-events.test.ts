import { describeRfRow } from '@northlight/contract';
import { DAY_MS, MINUTE_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { deleteOldRadarFinds } from '../../devices/index.ts';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { readRadarEvents } from './radar-events.ts';
import { playRadarSite } from '../testing/radar-site.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const readEvents = ({ projectId }: { readonly projectId: number }) =>
  readRadarEvents(world.services.db, projectId, world.clock.now());

test('stores each find once, of the radios that the device has', async () => {
  await using site = await playRadarSite(world, owner, 1);
  const [device] = site.devices;
  await site.report([{ channel: 36, radar: [{ channels: [100, 104], ageSeconds: 300 }] }]);
  const found = world.clock.now() - 300_000;
  await world.clock.advance(30_000);
  // The same find half a minute later, without one of its channels; a new one; and one without radar channels.
  await site.report([
    {
      channel: 36,
      radar: [
        { channels: [100], ageSeconds: 333 },
        { channels: [116], ageSeconds: 5 },
        { channels: [36, 149], ageSeconds: 5 },
      ],
    },
  ]);
  await site.report([{ channel: 36, radarRadio: 'radio9', radar: [{ channels: [52], ageSeconds: 5 }] }]);
  const events = await readEvents(site);
  expect(events.map(({ channels, radioId }) => ({ channels, radioId }))).toEqual([
    { channels: [100, 104], radioId: `${device?.id}/radio1` },
    { channels: [116], radioId: `${device?.id}/radio1` },
  ]);
  expect(Math.abs((events[0]?.at ?? 0) - found)).toBeLessThan(5_000);
});

test('keeps finds for 30 days, and none of a removed device', async () => {
  await using site = await playRadarSite(world, owner, 1);
  await site.report([{ channel: 36, radar: [{ channels: [100], ageSeconds: 60 }] }]);
  const { db } = world.services;
  await deleteOldRadarFinds(db, new Date(world.clock.now() - DAY_MS));
  expect(await readEvents(site)).toHaveLength(1);
  await deleteOldRadarFinds(db, new Date(world.clock.now() - MINUTE_MS / 2));
  expect(await readEvents(site)).toEqual([]);
  await site.report([{ channel: 36, radar: [{ channels: [100], ageSeconds: 60 }] }]);
  expect(await readEvents(site)).toHaveLength(1);
  await owner.call('deviceRemove', { params: { ...site.params, deviceId: site.devices[0]?.id ?? '' } });
  const left = await db.selectFrom('radar_finds').select('device_id').execute();
  expect(left.filter(({ device_id: id }) => id === site.devices[0]?.id)).toEqual([]);
});

test('a device cannot fill the table', async () => {
  await using site = await playRadarSite(world, owner, 1);
  for (let round = 0; round < 20; round += 1)
    await site.report([
      {
        channel: 36,
        radar: Array.from({ length: 32 }, (_, index) => ({ channels: [100], ageSeconds: index * 100 })),
      },
    ]);
  expect((await readEvents(site)).length).toBeLessThan(532);
});

test('a radio leaves a channel with radar, and no radio of the device gets it', async () => {
  await using site = await playRadarSite(world, owner, 2);
  const [device] = site.devices;
  await site.report([{ channel: 100, radar: [{ channels: [100], ageSeconds: 10 }] }, { channel: 36 }]);
  const { plan } = await site.plan();
  const row = plan?.rows.find(({ deviceId }) => deviceId === device?.id);
  expect(row).toMatchObject({ now: { channel: 100 }, mustLeave: 'radar' });
  expect(row?.proposed.channel).not.toBe(100);
  expect(row && describeRfRow(row)).toMatch(/^Leaves channel 100 because of radar: /);
});
