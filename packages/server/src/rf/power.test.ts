import {
  changesChannel,
  changesPower,
  isChangedRow,
  type RfPlanRow,
  type RfRunDetail,
} from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { insertRows } from '../platform/db/insert-rows.ts';
import { EMPTY, FIRST_FLOOR, place } from '../maps/testing/map-site.ts';
import { startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { playCrowd } from './testing/crowd.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

type Crowd = Awaited<ReturnType<typeof playCrowd>>;

/** Draws a floor plan on which the access points are near each other. */
async function drawMap({ devices, params }: Pick<Crowd, 'devices' | 'params'>): Promise<void> {
  const { id } = await owner.call('mapCreate', { params, body: FIRST_FLOOR });
  const plan = { ...EMPTY, devices: devices.map((device, index) => place(device.id, 20 + index)) };
  await owner.call('mapSave', { params: { ...params, mapId: id }, body: { baseVersion: 1, plan } });
}

const findRow = ({ plan }: RfRunDetail, has: (row: RfPlanRow) => boolean): RfPlanRow => {
  const row = plan?.rows.find(has);
  if (!row) throw new Error('The row is missing.');
  return row;
};

test('lowers powers where the floor plan stays covered, and returns them', async () => {
  await using site = await playCrowd(world, owner, 4, { signalDbm: -80 });
  await drawMap(site);
  const run = await site.plan();
  // Two of four radios share a channel, and lower powers end their disturbance.
  const { interferenceAfter = 0, power } = run.plan ?? {};
  expect(power).toMatchObject({ places: 'map', coverage: [{ band: '2.4G', coveredAfter: 540 }] });
  expect(power?.interferenceAfter).toBeLessThan(interferenceAfter / 2);
  expect(run.predicted).toBeCloseTo(
    (power?.interferenceAfter ?? 1) / (run.plan?.interferenceBefore ?? 1) - 1,
  );
  const { params } = site;
  const runParams = { ...params, runId: run.id };
  const kept = await owner.call('rfSelectionSave', {
    params: runParams,
    body: { revision: 0, refused: [], keepsPower: true },
  });
  expect(kept.plan?.power).toBeUndefined();
  expect(kept.plan?.rows.filter(changesPower)).toEqual([]);
  const all = await owner.call('rfSelectionSave', { params: runParams, body: { revision: 1, refused: [] } });
  expect(all.plan?.rows).toEqual(run.plan?.rows);
  const review = await owner.call('rfPlanReview', { params: runParams });
  expect(
    review.changes.flatMap(({ after = '' }) => (after.includes('power 8 dBm') ? [after] : [])),
  ).toHaveLength(2);
  const { job } = await owner.call('rfPlanApply', { params: runParams, body: { revision: 2, when: 'now' } });
  await site.confirmAll(job?.id ?? '');
  const { config } = await owner.call('networkConfigGet', { params });
  expect(config.wireless?.radios.filter(({ powerDbm }) => powerDbm === 8)).toMatchObject([
    { loweredFromDbm: 20 },
    { loweredFromDbm: 20 },
  ]);
  await owner.call('rfPlanRestore', { params: runParams, body: {} });
  const after = await owner.call('networkConfigGet', { params });
  expect(
    after.config.wireless?.radios.map(({ loweredFromDbm, powerDbm }) => [powerDbm, loweredFromDbm]),
  ).toEqual(Array.from({ length: 4 }, () => ['auto', undefined]));
});

test('turns off a radio that others replace, on request', async () => {
  await using site = await playCrowd(world, owner, 4, { signalDbm: -80 });
  await drawMap(site);
  const run = await site.plan();
  const { deviceId, radioId } = findRow(run, ({ surplus }) => surplus !== undefined);
  const { params } = site;
  const runParams = { ...params, runId: run.id };
  const other = findRow(run, ({ surplus }) => surplus === undefined);
  const off = [
    { deviceId, radioId },
    { deviceId: other.deviceId, radioId },
  ];
  const selected = await owner.call('rfSelectionSave', {
    params: runParams,
    body: { revision: 0, refused: [], off },
  });
  expect(selected.plan?.rows.filter(({ turnsOff }) => turnsOff)).toMatchObject([
    { deviceId, surplus: { disturbed: 1 } },
  ]);
  const { job } = await owner.call('rfPlanApply', { params: runParams, body: { revision: 1, when: 'now' } });
  await site.confirmAll(job?.id ?? '');
  const { config } = await owner.call('networkConfigGet', { params });
  expect(config.wireless?.radios.filter((radio) => radio.off)).toMatchObject([{ deviceId, planned: true }]);
  await owner.call('rfPlanRestore', { params: runParams, body: {} });
  const after = await owner.call('networkConfigGet', { params });
  expect(after.config.wireless?.radios.filter((radio) => radio.off)).toEqual([]);
});

test('plans apart access points that are near each other on the floor plan, although no scan finds them', async () => {
  await using site = await playCrowd(world, owner, 4, { signalDbm: undefined });
  const without = await site.plan();
  expect(without.plan?.rows.filter(changesChannel)).toEqual([]);
  await drawMap(site);
  const { plan } = await site.plan();
  expect(new Set(plan?.rows.map(({ proposed }) => proposed.channel))).toEqual(new Set([1, 6, 11]));
});

test('keeps powers without a floor plan and without known clients', async () => {
  await using site = await playCrowd(world, owner, 4, { signalDbm: -80 });
  const { plan } = await site.plan();
  expect(plan?.power).toBeUndefined();
  expect(plan?.rows.filter(isChangedRow)).toHaveLength(2);
});

test('lowers powers by 6 dB at most for clients of the last day', async () => {
  await using site = await playCrowd(world, owner, 4, { signalDbm: -80 });
  const at = new Date(world.clock.now());
  await insertRows(
    world.services.db,
    'client_visits',
    site.devices.flatMap((device, index) =>
      [1, 2, 3].map((client) => ({
        project_id: site.params.projectId,
        mac: `02:00:00:00:1${index}:0${client}`,
        from_at: at,
        device_id: device.id,
        device_name: 'AP',
        band: '2.4G',
        signal_dbm: -50,
      })),
    ),
  ).execute();
  const { plan } = await site.plan();
  expect(plan?.power).toMatchObject({ places: 'clients' });
  expect(plan?.rows.filter(changesPower).map(({ power }) => power?.proposed)).toEqual([14, 14]);
});
