import { DEFAULT_LAYOUT, type ScreenLayout } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MINUTE_MS } from '@northlight/runtime';
import type { BaseDevice } from '../../devices/index.ts';
import {
  createProject,
  startTestServer,
  type TestBrowser,
  type TestServer,
  writeHistory,
} from '../../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

const minuteNow = (): number => Math.floor(world.clock.now() / MINUTE_MS) * MINUTE_MS;

/** Creates a project whose gateway reported this throughput (bit/s) for 90 min. */
async function projectWithTraffic(owner: TestBrowser, bps: number) {
  const { id: projectId } = await createProject(owner, { country: 'Portugal' });
  const [base] = (await world.register({ model: 'NL-GW5' })) as [BaseDevice];
  const body = { sn: base.sn, claimCode: base.claimCode };
  const { id: deviceId } = await owner.call('deviceAdd', { params: { projectId }, body });
  const start = minuteNow() - 90 * MINUTE_MS;
  const bytes = (at: number) => Math.round(((at - start) / 1000) * (bps / 8));
  await writeHistory(
    world.services.telemetry,
    { deviceId, projectId },
    { from: start, to: minuteNow() + MINUTE_MS },
    (at) => ({ ports: [{ id: 'wan1', up: true, rxBytes: bytes(at), txBytes: bytes(at) / 2 }] }),
  );
  return { projectId, deviceId };
}

test('shows a new account an empty screen with gaps instead of zeros', async () => {
  const owner = await world.signedUp();
  const shown = await owner.call('dataScreen', {});
  expect(shown.layout).toEqual(DEFAULT_LAYOUT);
  expect(shown.totals).toEqual({ projects: 0, devices: 0, online: 0, clients: 0, openAlarms: 0 });
  expect(new Set(shown.lastHour.download)).toEqual(new Set([null]));
  expect([shown.sites, shown.alarms, shown.ranking, shown.attention]).toEqual([[], [], [], []]);
});

test('sums the throughput of projects per minute and leaves gaps without reports', async () => {
  const owner = await world.signedUp();
  const one = await projectWithTraffic(owner, 8_000_000);
  await projectWithTraffic(owner, 16_000_000);
  const { lastHour, ranking, sites, totals } = await owner.call('dataScreen', {});
  expect(lastHour.download).toHaveLength(60);
  for (const value of lastHour.download) expect(value).toBeCloseTo(24_000_000, -4);
  for (const value of lastHour.upload) expect(value).toBeCloseTo(12_000_000, -4);
  expect(totals).toMatchObject({ projects: 2, devices: 2, online: 0 });
  expect(totals.downloadBps).toBeCloseTo(24_000_000, -4);
  expect(sites.find(({ id }) => id === one.projectId)?.downloadBps).toBeCloseTo(8_000_000, -4);
  expect(ranking).toEqual([]);
  // After 10 min without reports, there is no current value and a gap at the end.
  await world.clock.advance(10 * MINUTE_MS);
  const later = await owner.call('dataScreen', {});
  expect(later.totals.downloadBps).toBeUndefined();
  expect(later.lastHour.download.slice(-8)).toEqual(Array.from({ length: 8 }, () => null));
  expect(later.lastHour.download[0]).toBeCloseTo(24_000_000, -4);
});

test('shows the chosen countries, or the five with the most devices', async () => {
  const owner = await world.signedUp();
  const countries = ['Portugal', 'Spain', 'France', 'Italy', 'Austria', 'Poland'];
  for (const country of countries) await createProject(owner, { country });
  await createProject(owner, { country: '' });
  const spain = await createProject(owner, { country: 'Spain' });
  const [base] = (await world.register({})) as [BaseDevice];
  await owner.call('deviceAdd', {
    params: { projectId: spain.id },
    body: { sn: base.sn, claimCode: base.claimCode },
  });
  const first = await owner.call('dataScreen', {});
  expect(first.countries).toHaveLength(5);
  expect(first.countries[0]).toEqual({ name: 'Spain', projects: 2, devices: 1, online: 0 });
  expect(first.offMap).toBe(2);
  const chosen: ScreenLayout = { ...DEFAULT_LAYOUT, title: 'Iberia', countries: ['Portugal', 'Poland'] };
  expect(await owner.call('dataScreenLayout', { body: chosen })).toEqual(chosen);
  const second = await owner.call('dataScreen', {});
  expect(second.layout).toEqual(chosen);
  expect(second.countries.map(({ name }) => name).sort()).toEqual(['Poland', 'Portugal']);
  expect(second.totals.projects).toBe(8);
  // A second account has its own layout.
  const other = await world.signedUp();
  expect((await other.call('dataScreen', {})).layout).toEqual(DEFAULT_LAYOUT);
});

test.each<[string, Partial<ScreenLayout>]>([
  ['countries', { countries: ['A', 'B', 'C', 'D', 'E', 'F'] }],
  ['countries', { countries: ['Spain', 'Spain'] }],
  ['title', { title: '' }],
  ['title', { title: 'x'.repeat(19) }],
  ['right', { left: ['alarms'], right: ['alarms'] }],
  ['left', { left: ['throughput', 'clients', 'ranking', 'alarms'], right: [] }],
])('rejects a layout with an invalid %s', async (field, wrong) => {
  const owner = await world.signedUp();
  const { status, body } = await owner.refused('dataScreenLayout', { body: { ...DEFAULT_LAYOUT, ...wrong } });
  expect(status).toBe(400);
  expect(Object.keys(body.fields ?? {})).toEqual([field]);
  expect((await owner.call('dataScreen', {})).layout).toEqual(DEFAULT_LAYOUT);
});
