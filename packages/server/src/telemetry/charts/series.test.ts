import { topics } from '@northlight/contract/device-protocol';
import { BACKHAUL_METRICS, NET_MODES, type Series, type SeriesAnswer } from '@northlight/contract';
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
import { createStatReport, writeHistory } from '../testing/history.ts';

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
  const ask = (metrics: string, query: object = { range: '24h' }): Promise<SeriesAnswer> =>
    owner.call('deviceSeries', { params: { projectId }, query: { devices: deviceId, metrics, ...query } });
  return { projectId, deviceId, base, ask };
}

const known = ({ values }: Pick<Series, 'values'>): number[] => values.filter((value) => value !== null);
const only = ({ series }: SeriesAnswer): Series => {
  const [first] = series;
  if (!first || series.length !== 1) throw new Error(`${series.length} series`);
  return first;
};
const minuteNow = (): number => Math.floor(world.clock.now() / MINUTE_MS) * MINUTE_MS;

test('charts a device’s reports, with rates from its counters', async () => {
  const { ask, base, deviceId } = await claimed();
  const credential = await RawDevice.provision(world.mqttPort, base);
  await using device = await RawDevice.online(world.mqttPort, base, credential, {
    session: 'one',
    ts: world.clock.now(),
  });
  for (let count = 0; count < 5; count++) {
    const ports = [{ id: 'wan1', up: true, rxBytes: 1000 + count * 30_000, txBytes: 50 }];
    const report = { session: 'one', seq: count + 1, ts: world.clock.now(), cpu: 10 + count, ports };
    let acknowledged = false;
    const publishing = device.publish(topics.up(deviceId, 'stat'), report);
    void publishing.then(() => (acknowledged = true));
    await pollUntil(async () => {
      await world.clock.advance(50);
      return acknowledged;
    });
    await world.clock.advance(30_000);
  }
  const answer = await ask('cpu,download,upload,port/wan1/rx,memory');
  expect(answer.stepSeconds).toBe(60);
  const [cpu, download, upload, port, memory] = answer.series;
  expect(Math.max(...known(cpu as Series))).toBeGreaterThanOrEqual(13);
  // The port receives 30,000 bytes in 30 s.
  for (const bits of known(download as Series)) expect(bits).toBeCloseTo(8000, -3);
  expect(known(port as Series)).toEqual(known(download as Series));
  expect(new Set(known(upload as Series))).toEqual(new Set([0]));
  expect(known(memory as Series)).toEqual([]);
});

test('charts signal, rate and retries of a mesh node’s wireless backhaul, before and after packing', async () => {
  const { id } = await createProject(owner, { netMode: NET_MODES.mesh });
  const { ask, deviceId, projectId } = await claimed('NL-MESHS', id);
  const to = minuteNow() - 2 * HOUR_MS;
  const place = { parentMac: '02:00:00:00:00:01', hops: 1, candidates: [] };
  const radio = { kind: 'wireless', band: '5G', channel: 149 } as const;
  const { telemetry } = world.services;
  const isWired = (at: number): boolean => at >= to - 30 * MINUTE_MS;
  await writeHistory(telemetry, { deviceId, projectId }, { from: to - HOUR_MS, to }, (at) => ({
    backhaul: isWired(at)
      ? { kind: 'wired', ...place }
      : { ...radio, ...place, signalDbm: -61, rateMbps: 433.5, retryPercent: 4 },
  }));
  const metrics = BACKHAUL_METRICS.join(',');
  const window = { from: new Date(to - HOUR_MS).toISOString(), to: new Date(to).toISOString() };
  const before = await ask(metrics, window);
  expect(before.series.map(({ metric, values }) => [metric, new Set(known({ values }))])).toEqual([
    ['backhaul/signal', new Set([-61])],
    ['backhaul/rate', new Set([433.5])],
    ['backhaul/retries', new Set([4])],
  ]);
  // Charts have no values while the node is connected by a cable.
  expect(known(before.series[0] as Series).length).toBeLessThan(40);
  await telemetry.catchUp();
  expect(await ask(metrics, window)).toEqual(before);
});

test('charts the airtime, noise and retries of a radio, without the figures that it did not report', async () => {
  const { ask, deviceId, projectId } = await claimed('NL-AP6C');
  const to = minuteNow() - 2 * HOUR_MS;
  const { telemetry } = world.services;
  const air = { busyPercent: 41.5, txPercent: 20, rxPercent: 6, noiseDbm: -95, retryPercent: 7.75 };
  const isRestarted = (at: number): boolean => at >= to - 30 * MINUTE_MS;
  await writeHistory(telemetry, { deviceId, projectId }, { from: to - HOUR_MS, to }, (at) => ({
    radios: [
      { id: 'radio0', up: true, ssids: ['Staff'], ...(isRestarted(at) ? { noiseDbm: -95 } : air) },
      { id: 'radio1', up: true, ssids: ['Staff'] },
    ],
  }));
  const metrics = ['busy', 'sent', 'received', 'noise', 'retries'].map((name) => `radio/radio0/${name}`);
  const window = { from: new Date(to - HOUR_MS).toISOString(), to: new Date(to).toISOString() };
  const before = await ask([...metrics, 'radio/radio1/busy'].join(','), window);
  expect(before.series.map(({ values }) => [...new Set(known({ values }))])).toEqual([
    [41.5],
    [20],
    [6],
    [-95],
    [7.75],
    [],
  ]);
  expect(known(before.series[0] as Series).length).toBeLessThan(40);
  await telemetry.catchUp();
  expect(await ask([...metrics, 'radio/radio1/busy'].join(','), window)).toEqual(before);
});

test('charts the link of a bridge client, and not the links of a base', async () => {
  const peer = {
    mac: '02:00:00:00:00:01',
    signalDbm: -54,
    rxRateMbps: 173,
    txRateMbps: 200,
    retryPercent: 3,
  };
  const to = minuteNow() - 2 * HOUR_MS;
  const window = { from: new Date(to - HOUR_MS).toISOString(), to: new Date(to).toISOString() };
  const readLink = async (mode: 'base' | 'client') => {
    const { ask, deviceId, projectId } = await claimed('NL-CPE5');
    await writeHistory(world.services.telemetry, { deviceId, projectId }, { from: to - HOUR_MS, to }, () => ({
      bridge: { mode, noiseDbm: -95, peers: [{ ...peer, chainsDbm: [] }] },
    }));
    const metrics = 'link/signal,link/noise,link/rx-rate,link/tx-rate,link/retries';
    const { series } = await ask(metrics, window);
    return series.map(({ values }) => [...new Set(known({ values }))]);
  };
  expect(await readLink('client')).toEqual([[-54], [-95], [173], [200], [3]]);
  expect(await readLink('base')).toEqual([[], [], [], [], []]);
});

describe('packed and unpacked history', () => {
  test('gives the same charts of 12 h, 24 h and 72 h before and after packing, and charts of 30 days in hourly steps', async () => {
    const { ask, deviceId, projectId } = await claimed();
    const now = minuteNow();
    const start = Math.floor(now / DAY_MS) * DAY_MS - 3 * DAY_MS;
    const cpuAt = (at: number): number => 5 + (Math.floor(at / MINUTE_MS) % 90);
    const figures = (at: number) => ({
      cpu: cpuAt(at),
      ports: [{ id: 'wan1', up: true, rxBytes: (at - start) / 2, txBytes: (at - start) / 8 }],
    });
    await writeHistory(
      world.services.telemetry,
      { deviceId, projectId },
      { from: start, to: now + MINUTE_MS },
      figures,
    );
    const before = [];
    for (const range of ['12h', '24h', '72h'] as const) before.push(await ask('cpu,download', { range }));
    await world.services.telemetry.catchUp();
    const packed = await world.services.db
      .selectFrom('telemetry_partitions')
      .select('parent')
      .where('parent', '=', 'telemetry_days')
      .execute();
    expect(packed.length).toBeGreaterThan(0);
    for (const [index, range] of (['12h', '24h', '72h'] as const).entries())
      expect(await ask('cpu,download', { range }), range).toEqual(before[index]);
    const day = await ask('cpu', { range: '24h' });
    expect(only(day).values.at(-1)).toBe(cpuAt(now));
    expect(known(only(day))).toHaveLength(1440);
    const download = await ask('download', { range: '24h' });
    // The port receives half a byte per millisecond.
    expect(new Set(known(only(download)))).toEqual(new Set([4000]));
    const month = await ask('cpu,download', { range: '30d' });
    expect(month.stepSeconds).toBe(3600);
    const [cpu, rate] = month.series as [Series, Series];
    expect(known(cpu).length).toBeGreaterThanOrEqual(72);
    expect(Math.max(...known({ values: cpu.peaks ?? [] }))).toBe(94);
    for (const bits of known(rate)) expect(bits).toBe(4000);
    const week = await ask('cpu', { range: '7d' });
    expect(week.stepSeconds).toBe(900);
    expect(only(week).values).toHaveLength(672);
  });

  test('charts late reports at their sample time, also after their day was packed', async () => {
    const { ask, deviceId, projectId } = await claimed();
    const now = minuteNow();
    const device = { deviceId, projectId };
    const { telemetry } = world.services;
    await writeHistory(telemetry, device, { from: now - 30 * HOUR_MS, to: now - 28 * HOUR_MS }, () => ({
      cpu: 10,
    }));
    await telemetry.catchUp();
    const late = now - 29 * HOUR_MS + 30_000;
    await telemetry.append([createStatReport(device, late, { cpu: 90 }, now - 3 * HOUR_MS)]);
    const query = {
      from: new Date(now - 30 * HOUR_MS).toISOString(),
      to: new Date(now - 28 * HOUR_MS).toISOString(),
    };
    for (const when of ['before', 'after']) {
      const series = only(await ask('cpu', query));
      expect(known(series), when).toHaveLength(120);
      expect(series.values[60], when).toBe(50);
      await telemetry.catchUp();
    }
    const month = only(await ask('cpu', { range: '30d' }));
    expect(known(month)).toHaveLength(2 + 1);
    expect(Math.max(...known({ values: month.peaks ?? [] }))).toBe(90);
  });

  test('leaves a gap, not zero, for missing reports and for a counter that was reset', async () => {
    const { ask, deviceId, projectId } = await claimed();
    const now = minuteNow();
    const port = (rxBytes: number) => ({ ports: [{ id: 'wan1', up: true, rxBytes }] });
    const counters = [0, 600, 1200, undefined, undefined, undefined, undefined, 9000, 9600, 100, 700];
    const start = now - counters.length * MINUTE_MS;
    await writeHistory(world.services.telemetry, { deviceId, projectId }, { from: start, to: now }, (at) => {
      const rx = counters[(at - start) / MINUTE_MS];
      return rx === undefined ? undefined : { cpu: 1, ...port(rx) };
    });
    const query = { from: new Date(start).toISOString(), to: new Date(now).toISOString() };
    const [cpu, rate] = (await ask('cpu,port/wan1/rx', query)).series as [Series, Series];
    expect(cpu.values).toEqual([1, 1, 1, null, null, null, null, 1, 1, 1, 1]);
    expect(rate.values).toEqual([80, 80, null, null, null, null, null, 80, null, 80, null]);
  });
});

describe('a chart request', () => {
  test('is refused at its invalid field', async () => {
    const { deviceId, projectId } = await claimed();
    const params = { projectId };
    const refused = async (query: Record<string, string>) =>
      (await owner.refused('deviceSeries', { params, query: query as never })).body.fields;
    expect(await refused({ devices: deviceId, metrics: 'speed' })).toHaveProperty('metrics');
    expect(await refused({ devices: '', metrics: 'cpu' })).toHaveProperty('devices');
    expect(await refused({ devices: deviceId, metrics: 'cpu', range: '1y' })).toHaveProperty('range');
    const from = '2026-01-01T00:00:00Z';
    expect(await refused({ devices: deviceId, metrics: 'cpu', from })).toHaveProperty('to');
    expect(
      await refused({ devices: deviceId, metrics: 'cpu', from, to: '2026-01-01T00:05:00Z' }),
    ).toHaveProperty('to');
    expect(
      await refused({ devices: deviceId, metrics: 'cpu', from, to: '2026-03-01T00:05:00Z' }),
    ).toHaveProperty('to');
  });

  test('does not find devices of another project', async () => {
    const { deviceId } = await claimed();
    const other = await claimed();
    const answer = await owner.refused('deviceSeries', {
      params: { projectId: other.projectId },
      query: { devices: deviceId, metrics: 'cpu' },
    });
    expect(answer.status).toBe(404);
  });
});

test('sums a project’s traffic at its gateway, and counts its clients and devices', async () => {
  const { deviceId, projectId } = await claimed('NL-GW5');
  const ap = await claimed('NL-AP6C', projectId);
  const now = minuteNow();
  const { telemetry } = world.services;
  const span = { from: now - 3 * HOUR_MS, to: now + MINUTE_MS };
  for (const id of [deviceId, ap.deviceId])
    await writeHistory(telemetry, { deviceId: id, projectId }, span, (at) => ({
      ports: [{ id: id === deviceId ? 'wan1' : 'lan1', up: true, rxBytes: (at - span.from) / 8, txBytes: 0 }],
    }));
  const ask = (metrics: string) =>
    owner.call('projectSeries', { params: { projectId }, query: { metrics, range: '12h' } });
  await world.clock.advance(MINUTE_MS);
  await telemetry.catchUp();
  const [download, devices] = (await ask('download,devices')).series as [Series, Series];
  const rates = known(download);
  // An hour has no gap at its end: the rate of its last interval uses the first report of the next hour.
  const first = download.values.findIndex((value) => value !== null);
  expect(download.values.slice(first, first + 179)).not.toContain(null);
  expect(rates.length).toBeGreaterThanOrEqual(179);
  expect(new Set(rates)).toEqual(new Set([1000]));
  expect(known(devices).at(-1)).toBe(2);
});
