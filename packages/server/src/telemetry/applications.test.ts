import type { Series, SeriesAnswer } from '@northlight/contract';
import { statMessage, topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import type { BaseDevice } from '../devices/index.ts';
import {
  createProject,
  eventually,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';
import { writeHistory } from './testing/history.ts';

const RANGES = ['12h', '24h', '72h', '7d', '30d'] as const;

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

async function claimed(model = 'NL-GW5', project?: number) {
  const projectId = project ?? (await createProject(owner)).id;
  const [base] = (await world.register({ model })) as [BaseDevice];
  const body = { sn: base.sn, claimCode: base.claimCode };
  const { id: deviceId } = await owner.call('deviceAdd', { params: { projectId }, body });
  const ofDevice = (metrics: string, query: object = { range: '24h' }): Promise<SeriesAnswer> =>
    owner.call('deviceSeries', { params: { projectId }, query: { devices: deviceId, metrics, ...query } });
  const ofProject = (query: object = { range: '24h' }): Promise<SeriesAnswer> =>
    owner.call('projectSeries', { params: { projectId }, query: { metrics: 'applications', ...query } });
  return { projectId, deviceId, base, ofDevice, ofProject };
}

const told = ({ values = [] }: Partial<Series> = {}): number[] => values.filter((value) => value !== null);
const byMetric = ({ series }: SeriesAnswer) => new Map(series.map((each) => [each.metric, each] as const));
const totals = ({ series }: SeriesAnswer) =>
  Object.fromEntries(series.map(({ metric, total }) => [metric, total]));
const minuteNow = (): number => Math.floor(world.clock.now() / MINUTE_MS) * MINUTE_MS;
const flow = (id: string, rxBytes: number, txBytes = 0) => ({ id: id as 'web', rxBytes, txBytes });

test('what a gateway says over its own link stands by application; one it alone knows belongs to the rest', async () => {
  const { base, deviceId, ofDevice, ofProject } = await claimed();
  const credential = await RawDevice.provision(world.mqttPort, base);
  await using device = await RawDevice.online(world.mqttPort, base, credential, {
    session: 'one',
    ts: world.clock.now(),
  });
  const report = async (seq: number, more: object): Promise<void> => {
    let acknowledged = false;
    const message = { session: 'one', seq, ts: world.clock.now(), cpu: seq, ...more };
    void device.publish(topics.up(deviceId, 'stat'), message).then(() => (acknowledged = true));
    await eventually(async () => {
      await world.clock.advance(50);
      return acknowledged;
    });
    await world.clock.advance(30_000);
  };
  for (let count = 0; count < 4; count++)
    await report(count + 1, {
      applications: [
        { id: 'web', rxBytes: 1000 + count * 30_000, txBytes: 0 },
        { id: '<img src=x onerror=alert(1)>', rxBytes: count * 3_000, txBytes: count * 300 },
      ],
    });
  await report(5, {});
  const answer = await ofDevice('application/web/rx,application/web/tx,application/other/rx,cpu');
  const [web, webUp, other, cpu] = answer.series as [Series, Series, Series, Series];
  for (const bits of told(web)) expect(bits).toBeCloseTo(8000, -3);
  expect(web.total).toBe(90_000);
  expect(webUp.total).toBe(0);
  expect(other.total).toBe(9_000);
  expect(told(cpu)).toContain(5);
  const project = await ofProject();
  expect(project.series.map(({ metric }) => metric)).toEqual([
    'application/other/rx',
    'application/other/tx',
    'application/web/rx',
    'application/web/tx',
  ]);
  expect(JSON.stringify(project)).not.toContain('img');
});

test('ten thousand names in one report are what is not known of, and nothing breaks by them', async () => {
  const { deviceId, ofDevice, ofProject, projectId } = await claimed();
  const now = minuteNow();
  const raw = Buffer.from(
    JSON.stringify({
      session: 's',
      seq: 1,
      ts: now,
      cpu: 7,
      applications: Array.from({ length: 10_000 }, (_, at) => ({ id: `app${at}`, rxBytes: 1, txBytes: 2 })),
    }),
  );
  const message = statMessage.parse(JSON.parse(raw.toString()));
  const report = { deviceId, projectId, kind: 'stat', message, payload: raw } as const;
  for (const at of [now - MINUTE_MS, now])
    await world.services.telemetry.append([{ ...report, sampledAt: at, receivedAt: at }]);
  expect((await ofProject()).series.map(({ metric }) => metric)).toEqual([
    'application/other/rx',
    'application/other/tx',
  ]);
  const [other, cpu] = (await ofDevice('application/other/rx,cpu')).series;
  expect(other?.total).toBe(0);
  expect(told(cpu)).toContain(7);
});

describe('packed and open', () => {
  test('charts and totals are the same before and after packing, and totals at every range that has it all', async () => {
    const { deviceId, ofDevice, ofProject, projectId } = await claimed();
    const now = minuteNow();
    const start = Math.floor(now / DAY_MS) * DAY_MS - 2 * DAY_MS + 20 * MINUTE_MS;
    const end = start + 26 * HOUR_MS;
    const { telemetry } = world.services;
    // 1000 bytes a second for the web, an eighth of it back; names for half of the time only.
    await writeHistory(telemetry, { deviceId, projectId }, { from: start, to: end + MINUTE_MS }, (at) => ({
      applications: [
        flow('web', at - start, (at - start) / 8),
        ...(at < start + 13 * HOUR_MS ? [flow('dns', (at - start) / 1000)] : []),
      ],
    }));
    const metrics = 'application/web/rx,application/web/tx,application/dns/rx,application/mail/rx';
    const before = await ofDevice(metrics, { range: '72h' });
    const wanted = {
      'application/web/rx': 26 * 3_600_000,
      'application/web/tx': (26 * 3_600_000) / 8,
      // Its last report is a minute before the end of its time.
      'application/dns/rx': (13 * 3_600_000 - MINUTE_MS) / 1000,
      'application/mail/rx': undefined,
    };
    expect(totals(before)).toEqual(wanted);
    await telemetry.catchUp();
    expect(await ofDevice(metrics, { range: '72h' })).toEqual(before);
    expect(totals(await ofDevice(metrics, { range: '7d' }))).toEqual(wanted);
    // Between the last report of a day and the first of the next one nothing is known of the hour.
    const { 'application/web/rx': ofMonth } = totals(await ofDevice(metrics, { range: '30d' }));
    expect(ofMonth).toBe(26 * 3_600_000 - MINUTE_MS);
    const month = byMetric(await ofDevice(metrics, { range: '30d' }));
    // The first hour is not whole: its rate is, and what it carried is not made more.
    for (const bits of told(month.get('application/web/rx'))) expect(bits).toBe(8000);
    expect(told(month.get('application/web/rx'))).toHaveLength(27);
    // A minute of a project is one figure, however much of it was told: two minutes may be too many.
    for (const range of ['72h', '7d', '30d'] as const) {
      const { 'application/dns/rx': names = 0, 'application/web/rx': web = 0 } = totals(
        await ofProject({ range }),
      );
      expect(Math.abs(web - 26 * 3_600_000) / 1000, range).toBeLessThanOrEqual(120);
      expect(Math.abs(names - 13 * 3_600) / 13 / 3600, range).toBeLessThan(0.01);
    }
  });

  test('a counter that goes back and a report that is missing are gaps, in the chart and in the sum', async () => {
    const { deviceId, ofDevice, ofProject, projectId } = await claimed();
    const now = minuteNow();
    const counters = [0, 600, 1200, undefined, undefined, undefined, undefined, 9000, 9600, 100, 700];
    const start = now - counters.length * MINUTE_MS;
    await writeHistory(world.services.telemetry, { deviceId, projectId }, { from: start, to: now }, (at) => {
      const rx = counters[(at - start) / MINUTE_MS];
      return rx === undefined ? undefined : { applications: [flow('web', rx)] };
    });
    const query = { from: new Date(start).toISOString(), to: new Date(now).toISOString() };
    const [web] = (await ofDevice('application/web/rx', query)).series;
    expect(web?.values).toEqual([80, 80, null, null, null, null, null, 80, null, 80, null]);
    expect(web?.total).toBe(4 * 600);
    const project = byMetric(await ofProject(query)).get('application/web/rx');
    expect(project?.values).toEqual(web?.values);
    expect(project?.total).toBe(4 * 600);
  });

  test('more than the WAN port can carry is no figure', async () => {
    const { deviceId, ofDevice, projectId } = await claimed();
    const now = minuteNow();
    const start = now - 10 * MINUTE_MS;
    await writeHistory(world.services.telemetry, { deviceId, projectId }, { from: start, to: now }, (at) => ({
      applications: [flow('web', at < start + 5 * MINUTE_MS ? 0 : 1e15)],
    }));
    const [web] = (await ofDevice('application/web/rx', { range: '12h' })).series;
    expect(web?.total).toBe(0);
    expect(new Set(told(web))).toEqual(new Set([0]));
  });
});

test('a project’s month has what is open as every other range has it, and packing changes nothing', async () => {
  const { deviceId, ofProject, projectId } = await claimed();
  const now = minuteNow();
  const span = { from: now - 4 * HOUR_MS, to: now + MINUTE_MS };
  await writeHistory(world.services.telemetry, { deviceId, projectId }, span, (at) => ({
    applications: [flow('web', (at - span.from) * 200)],
  }));
  const bytes = 4 * HOUR_MS * 200;
  for (const when of ['open', 'packed']) {
    for (const range of ['24h', '30d'] as const) {
      const { 'application/web/rx': web = 0 } = totals(await ofProject({ range }));
      expect(web / bytes, `${range}, ${when}`).toBeLessThan(1.02);
      // Before it is packed, a project knows of the last two hours only.
      if (when === 'packed') expect(web / bytes, `${range}, ${when}`).toBeGreaterThan(0.98);
    }
    await world.services.telemetry.catchUp();
  }
});

test('what stands below a gateway and counts too is not counted twice', async () => {
  const first = await claimed('NL-GW5');
  const below = await claimed('NL-AP6C', first.projectId);
  const now = minuteNow();
  for (const { deviceId, projectId } of [first, below])
    await writeHistory(
      world.services.telemetry,
      { deviceId, projectId },
      { from: now - 3 * HOUR_MS, to: now + MINUTE_MS },
      (at) => ({ applications: [flow('web', (at - now + 3 * HOUR_MS) / 8)] }),
    );
  const open = await first.ofProject({ range: '12h' });
  await world.services.telemetry.catchUp();
  for (const answer of [open, await first.ofProject({ range: '12h' })]) {
    const rates = told(byMetric(answer).get('application/web/rx'));
    expect(new Set(rates)).toEqual(new Set([1000]));
  }
});

test('a project whose devices report none has none, at every range', async () => {
  const { deviceId, ofDevice, ofProject, projectId } = await claimed();
  const now = minuteNow();
  const span = { from: now - 3 * HOUR_MS, to: now + MINUTE_MS };
  await writeHistory(world.services.telemetry, { deviceId, projectId }, span, () => ({ cpu: 3 }));
  await world.services.telemetry.catchUp();
  for (const range of RANGES) {
    expect((await ofProject({ range })).series, range).toEqual([]);
    const [web] = (await ofDevice('application/web/rx', { range })).series;
    expect(told(web), range).toEqual([]);
    expect(web, range).not.toHaveProperty('total');
  }
});

test('there are only the applications that the list has', async () => {
  const { deviceId, projectId } = await claimed();
  for (const metrics of ['application/games/rx', 'application/web/bytes', 'application/<b>/rx'])
    expect(
      (await owner.refused('deviceSeries', { params: { projectId }, query: { devices: deviceId, metrics } }))
        .body.fields,
    ).toHaveProperty('metrics');
});
