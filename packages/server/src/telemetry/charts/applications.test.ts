import type { Series, SeriesAnswer } from '@northlight/contract';
import { statMessage, topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import type { BaseDevice } from '../../devices/index.ts';
import {
  createProject,
  pollUntil,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';
import { writeHistory } from '../testing/history.ts';

const RANGES = ['1h', '12h', '24h', '72h', '7d', '30d'] as const;

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

const known = ({ values = [] }: Partial<Series> = {}): number[] => values.filter((value) => value !== null);
const byMetric = ({ series }: SeriesAnswer) => new Map(series.map((each) => [each.metric, each] as const));
const totals = ({ series }: SeriesAnswer) =>
  Object.fromEntries(series.map(({ metric, total }) => [metric, total]));
const minuteNow = (): number => Math.floor(world.clock.now() / MINUTE_MS) * MINUTE_MS;
const flow = (id: string, rxBytes: number, txBytes = 0) => ({ id: id as 'web', rxBytes, txBytes });

test('charts a gateway’s traffic by application and counts an unknown application as other', async () => {
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
    await pollUntil(async () => {
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
  for (const bits of known(web)) expect(bits).toBeCloseTo(8000, -3);
  expect(web.total).toBe(90_000);
  expect(webUp.total).toBe(0);
  expect(other.total).toBe(9_000);
  expect(known(cpu)).toContain(5);
  const project = await ofProject();
  expect(project.series.map(({ metric }) => metric)).toEqual([
    'application/other/rx',
    'application/other/tx',
    'application/web/rx',
    'application/web/tx',
  ]);
  expect(JSON.stringify(project)).not.toContain('img');
});

test('counts ten thousand unknown application names in one report as other', async () => {
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
  expect(known(cpu)).toContain(7);
});

describe('packed and unpacked history', () => {
  test('gives the same charts and totals before and after packing, and the same totals at every range', async () => {
    const { deviceId, ofDevice, ofProject, projectId } = await claimed();
    const now = minuteNow();
    const start = Math.floor(now / DAY_MS) * DAY_MS - 2 * DAY_MS + 20 * MINUTE_MS;
    const end = start + 26 * HOUR_MS;
    const { telemetry } = world.services;
    // The device downloads 1,000 bytes/s of web traffic and uploads an eighth of it; it has DNS traffic for
    // half of the time.
    await writeHistory(telemetry, { deviceId, projectId }, { from: start, to: end + MINUTE_MS }, (at) => ({
      applications: [
        flow('web', at - start, (at - start) / 8),
        ...(at < start + 13 * HOUR_MS ? [flow('dns', (at - start) / 1000)] : []),
      ],
    }));
    const metrics = 'application/web/rx,application/web/tx,application/dns/rx,application/mail/rx';
    const before = await ofDevice(metrics, { range: '72h' });
    const columnFilter = {
      'application/web/rx': 26 * 3_600_000,
      'application/web/tx': (26 * 3_600_000) / 8,
      // The last DNS report arrives 1 min before the end of the DNS traffic.
      'application/dns/rx': (13 * 3_600_000 - MINUTE_MS) / 1000,
      'application/mail/rx': undefined,
    };
    expect(totals(before)).toEqual(columnFilter);
    await telemetry.catchUp();
    expect(await ofDevice(metrics, { range: '72h' })).toEqual(before);
    expect(totals(await ofDevice(metrics, { range: '7d' }))).toEqual(columnFilter);
    // The last hour of a day has no rate after its last report.
    const { 'application/web/rx': ofMonth } = totals(await ofDevice(metrics, { range: '30d' }));
    expect(ofMonth).toBe(26 * 3_600_000 - MINUTE_MS);
    const month = byMetric(await ofDevice(metrics, { range: '30d' }));
    // The first hour is incomplete, so its rate is exact and its total covers only a part of the hour.
    for (const bits of known(month.get('application/web/rx'))) expect(bits).toBe(8000);
    expect(known(month.get('application/web/rx'))).toHaveLength(27);
    // Totals may be up to 2 min of traffic too high, because a project has one value per minute even if
    // reports cover only a part of it.
    for (const range of ['72h', '7d', '30d'] as const) {
      const { 'application/dns/rx': names = 0, 'application/web/rx': web = 0 } = totals(
        await ofProject({ range }),
      );
      expect(Math.abs(web - 26 * 3_600_000) / 1000, range).toBeLessThanOrEqual(120);
      expect(Math.abs(names - 13 * 3_600) / 13 / 3600, range).toBeLessThan(0.01);
    }
  });

  test('leaves a gap in chart and sum where a counter is reset or a report is missing', async () => {
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

  test('leaves out a rate that the WAN port cannot carry', async () => {
    const { deviceId, ofDevice, projectId } = await claimed();
    const now = minuteNow();
    const start = now - 10 * MINUTE_MS;
    await writeHistory(world.services.telemetry, { deviceId, projectId }, { from: start, to: now }, (at) => ({
      applications: [flow('web', at < start + 5 * MINUTE_MS ? 0 : 1e15)],
    }));
    const [web] = (await ofDevice('application/web/rx', { range: '12h' })).series;
    expect(web?.total).toBe(0);
    expect(new Set(known(web))).toEqual(new Set([0]));
  });
});

test('includes unpacked hours in a project’s month, with the same result after packing', async () => {
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
      // A project's traffic is known only for the last 2 h before packing.
      if (when === 'packed') expect(web / bytes, `${range}, ${when}`).toBeGreaterThan(0.98);
    }
    await world.services.telemetry.catchUp();
  }
});

test('counts traffic once when a device below the gateway reports it as well', async () => {
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
    const rates = known(byMetric(answer).get('application/web/rx'));
    expect(new Set(rates)).toEqual(new Set([1000]));
  }
});

test('returns no applications for a project whose devices report none', async () => {
  const { deviceId, ofDevice, ofProject, projectId } = await claimed();
  const now = minuteNow();
  const span = { from: now - 3 * HOUR_MS, to: now + MINUTE_MS };
  await writeHistory(world.services.telemetry, { deviceId, projectId }, span, () => ({ cpu: 3 }));
  await world.services.telemetry.catchUp();
  for (const range of RANGES) {
    expect((await ofProject({ range })).series, range).toEqual([]);
    const [web] = (await ofDevice('application/web/rx', { range })).series;
    expect(known(web), range).toEqual([]);
    expect(web, range).not.toHaveProperty('total');
  }
});

test('refuses a metric of an application that is not in the list', async () => {
  const { deviceId, projectId } = await claimed();
  for (const metrics of ['application/games/rx', 'application/web/bytes', 'application/<b>/rx'])
    expect(
      (await owner.refused('deviceSeries', { params: { projectId }, query: { devices: deviceId, metrics } }))
        .body.fields,
    ).toHaveProperty('metrics');
});
