/**
 * P4 and P5: measures the cost of a chart through the API, compared with VictoriaMetrics and with rows in
 * plain SQL.
 */
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SeededEntropy, drawRandomInt, DAY_MS } from '@northlight/runtime';
import { startEmbeddedPostgres } from '@northlight/server';
import type { Block } from '@northlight/telemetry-codec';
import pg from 'pg';
import {
  truncateToDay,
  GROUPS,
  type KeyedBlock,
  mergeStoredBlocks,
  truncateToMonth,
  PartitionManager,
  listPortRoles,
  formatProjectSeriesId,
  ProjectSums,
  rollUpHours,
} from '../packages/server/src/telemetry/index.ts';
import { createDataDirectory } from '../tests/process/running-product.ts';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import { type Figure, formatMilliseconds, computeQuantile } from './figure.ts';
import { claimFleet } from './fleet.ts';
import { startVictoriaMetrics, type VictoriaMetrics } from './victoria-metrics.ts';

/** Number of devices: a gateway, and the maximum number of switches of both kinds (99 each). */
const DEVICES = 199;
const SWITCHES = ['NL-SW8P', 'NL-CS24F'];
const DAYS = 8;
const ASKED = 200;
const WARM_UP = 30;
const MINUTE = 60;
const DAY = DAY_MS / 1000;

const BESIDE_VICTORIA = 0.6;
const BESIDE_ROWS = 0.03;
const P50_GOAL_MS = 5;

const PORTS = ['p1', 'p2', 'p3'];
/** Ten metrics: four of the device, and both directions of three ports. */
const METRICS = [
  'cpu',
  'memory',
  'uptime',
  'clients',
  ...PORTS.flatMap((id) => [`port/${id}/rx`, `port/${id}/tx`]),
];

interface History {
  readonly projectId: number;
  readonly deviceIds: readonly string[];
  /** End of the stored period, at the end of a day (s). */
  readonly end: number;
}

/**
 * Returns the figures of one device and day, one set per minute. Counters of ports continue from the previous
 * day.
 */
function createDeviceDay(entropy: SeededEntropy, start: number, counters: Map<string, number>) {
  const rows = DAY / MINUTE;
  const times = Float64Array.from({ length: rows }, (_, index) => start + index * MINUTE);
  const walk = (from: number, step: number, most: number): Float64Array => {
    let value = from;
    return Float64Array.from({ length: rows }, () => {
      value = Math.min(most, Math.max(0, value + drawRandomInt(entropy, -step, step)));
      return value / 10;
    });
  };
  const count = (column: string): Float64Array =>
    Float64Array.from({ length: rows }, () => {
      const next = (counters.get(column) ?? 0) + drawRandomInt(entropy, 0, 5_000_000);
      counters.set(column, next);
      return next;
    });
  const sys: Block = {
    times,
    columns: new Map([
      ['cpu', walk(300, 25, 970)],
      ['memory', walk(500, 4, 900)],
      ['uptime', Float64Array.from(times, (time) => time % (30 * DAY))],
      ['clients', walk(120, 10, 400).map(Math.round)],
    ]),
  };
  const ways = PORTS.flatMap((id) => [`${id}/rx`, `${id}/tx`]);
  const port: Block = { times, columns: new Map(ways.map((column) => [column, count(column)])) };
  return { sys, port };
}

/** Writes packed days, and the same samples for VictoriaMetrics and for the plain rows. */
async function writeHistory(world: BenchWorld, victoria: VictoriaMetrics, rows: pg.Client): Promise<History> {
  const models = ['NL-GW10', ...Array.from({ length: DEVICES - 1 }, (_, index) => SWITCHES[index % 2] ?? '')];
  const [project] = await claimFleet(world, [world.browser], models);
  if (!project) throw new Error('There is no project.');
  const deviceIds = project.devices.map(({ id }) => id);
  const roles = new Map(
    (await listPortRoles(world.db, project.id)).map((role) => [role.deviceId, role] as const),
  );
  const end = truncateToDay(Date.now()) / 1000;
  const partitions = new PartitionManager(world.db);
  const sums = Array.from({ length: DAYS }, (_, day) => {
    const from = end - (DAYS - day) * DAY;
    return new ProjectSums({ from, step: MINUTE, count: DAY / MINUTE });
  });
  for (let day = 0; day < DAYS; day++) {
    const at = (end - (DAYS - day) * DAY) * 1000;
    await partitions.ensure('telemetry_days', at);
    await partitions.ensure('telemetry_roll_ups', at);
  }
  for (const [index, deviceId] of deviceIds.entries()) {
    const entropy = new SeededEntropy(index + 1);
    const counters = new Map<string, number>();
    const role = roles.get(deviceId);
    for (const [day, sum] of sums.entries()) {
      const start = end - (DAYS - day) * DAY;
      const { port, sys } = createDeviceDay(entropy, start, counters);
      await pack(world, deviceId, start, [
        ['sys', sys],
        ['port', port],
      ]);
      if (role) sum.add(port, role);
      await writeToOthers(victoria, rows, deviceId, index === 1 ? [sys, port] : [], port);
    }
  }
  for (const [day, sum] of sums.entries())
    await pack(world, formatProjectSeriesId(project.id), end - (DAYS - day) * DAY, [
      ['project', sum.toBlock()],
    ]);
  return { projectId: project.id, deviceIds, end };
}

async function pack(
  { db }: BenchWorld,
  seriesId: string,
  start: number,
  blocks: readonly (readonly ['sys' | 'port' | 'project', Block])[],
): Promise<void> {
  const keyed = blocks.map(([group, block]): KeyedBlock => ({
    seriesId,
    group: GROUPS[group],
    at: start * 1000,
    block,
  }));
  await mergeStoredBlocks(db, 'days', keyed);
  await mergeStoredBlocks(
    db,
    'rollUps',
    blocks.map(([group, block]) => ({
      seriesId,
      group: GROUPS[group],
      at: truncateToMonth(start * 1000),
      block: rollUpHours(group, block, start, start + DAY),
    })),
  );
}

/**
 * Writes the data that both benches query: every series of one device (P4), and one counter of every device
 * (P5).
 */
async function writeToOthers(
  victoria: VictoriaMetrics,
  rows: pg.Client,
  device: string,
  whole: readonly Block[],
  port: Block,
): Promise<void> {
  const times = [...port.times];
  const ms = times.map((time) => time * 1000);
  for (const { columns } of whole)
    for (const [column, values] of columns)
      await victoria.import({ __name__: `device_${column.replaceAll('/', '_')}`, device }, ms, [...values]);
  for (const column of PORTS.map((id) => `${id}/rx`)) {
    const values = [...(port.columns.get(column) ?? [])];
    await victoria.import({ __name__: 'lan_rx', device, port: column }, ms, values);
    await rows.query(
      'insert into samples select $1, $2, to_timestamp(t), v from unnest($3::float8[], $4::float8[]) as u (t, v)',
      [device, column, times, values],
    );
  }
}

/**
 * Sends each chart request `ASKED` times, alternating between the requests; returns the durations of the
 * answers (ms).
 */
async function measureInTurns(questions: readonly (() => Promise<unknown>)[]): Promise<number[][]> {
  const took: number[][] = questions.map(() => []);
  for (let round = -WARM_UP; round < ASKED; round++)
    for (const [index, ask] of questions.entries()) {
      const start = performance.now();
      await ask();
      if (round >= 0) took[index]?.push(performance.now() - start);
    }
  return took;
}

async function formatJson(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** The query that an engineer would write on plain rows: the differences of each counter, summed by step. */
const PLAIN = `select extract(epoch from date_bin($3, at, 'epoch')) as step, sum(rate) / count(distinct at) * 8 as bits from (
  select at, (value - lag(value) over w) / nullif(extract(epoch from at - lag(at) over w), 0) as rate
  from samples where at >= to_timestamp($1) and at < to_timestamp($2)
  window w as (partition by device_id, metric order by at)
) as rates where rate >= 0 group by 1 order by 1`;

export async function measureChartAnswers(): Promise<Figure[]> {
  const directory = createDataDirectory();
  using _directory = { [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) };
  const home = join(directory, 'rows');
  mkdirSync(home);
  chmodSync(home, 0o711);
  mkdirSync(join(directory, 'victoria'));
  await using victoria = await startVictoriaMetrics(join(directory, 'victoria'));
  const postgres = await startEmbeddedPostgres(home);
  await using _postgres = { [Symbol.asyncDispose]: () => postgres.stop() };
  const rows = new pg.Client({ connectionString: postgres.url });
  await rows.connect();
  await using _rows = { [Symbol.asyncDispose]: () => rows.end() };
  await rows.query(
    'create table samples (device_id text not null, metric text not null, at timestamptz not null, value double precision)',
  );
  await using world = await startBenchWorld();
  const history = await writeHistory(world, victoria, rows);
  await rows.query('alter table samples add primary key (device_id, metric, at)');
  await rows.query('analyze samples');
  await victoria.merge();
  return [
    await queryDeviceDay(world, victoria, history),
    await queryProjectWeek(world, victoria, rows, history),
  ];
}

async function queryDeviceDay(
  { browser }: BenchWorld,
  victoria: VictoriaMetrics,
  { deviceIds, end, projectId }: History,
): Promise<Figure> {
  const device = deviceIds[1] ?? '';
  const [from, to] = [end - DAY, end].map((time) => new Date(time * 1000).toISOString());
  const search = new URLSearchParams({
    devices: device,
    metrics: METRICS.join(','),
    from: from ?? '',
    to: to ?? '',
  });
  const path = `/api/v1/projects/${projectId}/device-series?${search.toString()}`;
  const query = new URLSearchParams({
    query: `{device="${device}",__name__=~"device_.*"}`,
    start: String(end - DAY),
    end: String(end - 1),
    step: '60s',
    nocache: '1',
  });
  const [own = [], other = []] = await measureInTurns([
    async () => formatJson(await browser.fetch(path)),
    async () => formatJson(await fetch(`${victoria.address}/api/v1/query_range?${query.toString()}`)),
  ]);
  const [p50, beside] = [computeQuantile(own, 0.5), computeQuantile(other, 0.5)];
  return {
    id: 'P4',
    text: `a day of one device by the minute, ten metrics, through the API: p50 ${formatMilliseconds(p50)}, p99 ${formatMilliseconds(computeQuantile(own, 0.99))}; VictoriaMetrics query_range p50 ${formatMilliseconds(beside)}: ${(p50 / beside).toFixed(2)}×`,
    goal: `≤ ${BESIDE_VICTORIA}×, p50 ≤ ${P50_GOAL_MS} ms`,
    reached: p50 <= P50_GOAL_MS && p50 / beside <= BESIDE_VICTORIA,
  };
}

async function queryProjectWeek(
  { browser }: BenchWorld,
  victoria: VictoriaMetrics,
  rows: pg.Client,
  { end, projectId }: History,
): Promise<Figure> {
  const [from, to] = [end - 7 * DAY, end].map((time) => new Date(time * 1000).toISOString());
  const search = new URLSearchParams({ metrics: 'lan/rx', from: from ?? '', to: to ?? '' });
  const path = `/api/v1/projects/${projectId}/series?${search.toString()}`;
  const step = (7 * DAY) / 300;
  const query = new URLSearchParams({
    query: `8 * sum(rate(lan_rx[${step}s]))`,
    start: String(end - 7 * DAY + step),
    end: String(end),
    step: `${step}s`,
    nocache: '1',
  });
  const sql = () => rows.query(PLAIN, [end - 7 * DAY, end, `${step} seconds`]);
  const [own = [], other = []] = await measureInTurns([
    async () => formatJson(await browser.fetch(path)),
    async () => formatJson(await fetch(`${victoria.address}/api/v1/query_range?${query.toString()}`)),
  ]);
  const start = performance.now();
  await sql();
  const plain = performance.now() - start;
  const [p50, beside] = [computeQuantile(own, 0.5), computeQuantile(other, 0.5)];
  return {
    id: 'P5',
    text: `a project of ${DEVICES} devices over 7 days (672 points): p50 ${formatMilliseconds(p50)}; VictoriaMetrics (300 points) ${formatMilliseconds(beside)}: ${(p50 / beside).toFixed(2)}×; rows ${formatMilliseconds(plain)}: ${(p50 / plain).toFixed(4)}×`,
    goal: `≤ ${BESIDE_VICTORIA}×; ≤ ${BESIDE_ROWS}×`,
    reached: p50 / beside <= BESIDE_VICTORIA && p50 / plain <= BESIDE_ROWS,
  };
}
