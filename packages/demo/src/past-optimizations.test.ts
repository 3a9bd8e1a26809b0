import { DEMO_WLAN_PROJECT } from '@northlight/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, SeededEntropy } from '@northlight/runtime';
import { pollUntil, startTestServer, type TestServer } from '@northlight/server/testing';
import { SiteHistory, type SiteHistoryOptions } from '@northlight/simulator';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  compareLoss,
  computeSiteLoss,
  mustBeTakenBack,
  type SiteLoss,
} from '../../server/src/testing/rf-parts.ts';
import { demo } from './index.ts';
import { findExhibition, readPastRadios, storePastOptimizations } from './past-optimizations.ts';
import { listDemoProjects } from './seed.ts';

const WINDOW_MS = 15 * MINUTE_MS;
const STEP_MS = 3 * MINUTE_MS;
const [hotel] = listDemoProjects();
if (!hotel) throw new Error('The demo has no hotel.');
const { id, spec } = hotel;

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { demo });
  await pollUntil(async () => {
    await world.clock.advance(500);
    return (await readIds()).size === spec.devices.length;
  });
});
afterAll(() => world[Symbol.asyncDispose]());

async function readIds() {
  const devices = world.services.db.selectFrom('devices').select(['id', 'sn']);
  const rows = await devices.where('project_id', '=', id).execute();
  return new Map(rows.map((row) => [row.sn, row.id] as const));
}

/** Simulates the site from an hour before to an hour after a time of a day; returns its losses in windows of 15 min from then on. */
function simulateHour(at: number, past: Pick<SiteHistoryOptions, 'exhibition' | 'setRadios'>): SiteLoss[] {
  const site = new SiteHistory({
    spec,
    entropy: new SeededEntropy(Math.floor(at / DAY_MS)),
    start: at - HOUR_MS,
    isOnline: () => true,
    ...past,
  });
  const windows = new Map<number, { load: number; others: number }[]>();
  for (let now = at - HOUR_MS; now < at + HOUR_MS; now += STEP_MS) {
    const radios = site.step(now).reports.flatMap(({ figures }) => figures.radios ?? []);
    // A report holds the figures of the time before it.
    const window = Math.floor((now - 1) / WINDOW_MS) * WINDOW_MS;
    if (window <= at) continue;
    const means = radios.map(({ busyPercent = 0, rxPercent = 0, txPercent = 0 }) => ({
      load: (rxPercent + txPercent) / 100,
      others: Math.max(0, busyPercent - rxPercent - txPercent) / 100,
    }));
    windows.set(window, [...(windows.get(window) ?? []), ...means]);
  }
  return [...windows].flatMap(([window, means]) => computeSiteLoss(window, means) ?? []);
}

test(
  'stores three optimizations of the past, of which the measurement takes back only the one before an exhibition',
  { tags: ['proof'] },
  async () => {
    const visitor = world.browser();
    await visitor.call('demoSignIn', {});
    const ids = await readIds();
    const endsAt = new Date(world.clock.now());
    await storePastOptimizations(world.services, hotel, ids, { endsAt, isEnding: () => false });
    const list = () => visitor.call('rfRunList', { params: { projectId: DEMO_WLAN_PROJECT } });
    const { items } = await list();
    expect(items.map(({ application, trigger }) => [trigger, application?.state])).toEqual([
      ['scheduled', 'restored'],
      ['manual', 'restored'],
      ['manual', 'restored'],
    ]);
    const past = {
      setRadios: await readPastRadios(world.services, id, ids),
      exhibition: findExhibition(endsAt.getTime()),
    };
    for (const { application, predicted = 0 } of items) {
      expect(predicted).toBeLessThan(-0.1);
      const appliedAt = Date.parse(application?.at ?? '');
      const history = [1, 2, 3].flatMap((days) => simulateHour(appliedAt - days * DAY_MS, past));
      const windows = simulateHour(appliedAt, past).slice(0, 2);
      const compared = windows.map((window) => compareLoss(window, history));
      expect(mustBeTakenBack(compared)).toBe(application?.reason !== undefined);
    }
    await storePastOptimizations(world.services, hotel, ids, { endsAt, isEnding: () => false });
    expect(await list()).toEqual({ items });
  },
);
