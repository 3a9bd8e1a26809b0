/**
 * `large`: one project of 20,000 devices with 20,000 clients beside 100 projects of 50, while all pages are read and all
 * periodic work runs for `BENCH_MINUTES` (10): the delay of the server's event loop, the operations of a small project beside
 * it, and whether the links of the large project are stored.
 */
import { api, type ApiKey, type Endpoint } from '@northlight/contract';
import { createProject } from '@northlight/server/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import { computeQuantile, type Figure, formatMilliseconds } from './figure.ts';
import { fillDevices } from './fill-devices.ts';
import { claimFleet } from './fleet.ts';
import { watchLoopLag } from './loop-lag.ts';

const MODELS = ['NL-GW10', 'NL-AP6C', 'NL-SW8P', 'NL-AP6C', 'NL-AP6C'];
const DEVICES = 20_000;
const CLIENTS = 20_000;
const SMALL_PROJECTS = 100;
const SMALL_DEVICES = 50;
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 10);
const ROUNDS_ALONE = 30;
/** Pause between two requests of a page (ms). */
const PAGE_PAUSE_MS = 200;
/** Interval in which devices of the large project report another link (ms). */
const REPORT_MS = 8_000;
const GOALS = { p99: 50, worst: 200, ratio: 2 } as const;

/** Operations that read a project by its id alone. */
const READS = (Object.entries(api) as [ApiKey, Endpoint][]).flatMap(
  ([key, { download, method, path, query }]) =>
    method === 'GET' &&
    download !== true &&
    /\{projectId\}/.test(path) &&
    !/\{(?!projectId)/.test(path) &&
    (query === undefined || query.safeParse({}).success)
      ? [key]
      : [],
);

type Durations = Map<ApiKey, number[]>;

/** Calls every operation once; operations that do not answer for this project are left out. */
async function readOnce({ browser }: BenchWorld, projectId: number, into: Durations): Promise<void> {
  for (const key of READS) {
    const path = api[key].path.replace('{projectId}', String(projectId));
    const start = performance.now();
    const answer = await browser.fetch(path);
    await answer.arrayBuffer();
    if (!answer.ok) continue;
    const durations = into.get(key) ?? [];
    durations.push(performance.now() - start);
    into.set(key, durations);
    await delay(PAGE_PAUSE_MS);
  }
}

async function addClients({ db }: BenchWorld, projectId: number): Promise<void> {
  await sql`
    insert into online_clients (project_id, mac, device_id, name, ip, ssid, band, signal_dbm, online, connected_at, last_seen_at)
    select ${projectId}::bigint, '0a:' || regexp_replace(left(md5(number::text), 10), '(..)(?=.)', '\\1:', 'g'), device.id,
      'client-' || number, '10.1.' || number / 250 || '.' || number % 250, 'Guests', '5G', -40 - number % 40, true, now(), now()
    from generate_series(1, ${CLIENTS}::int) number
    join (select id, row_number() over (order by id) as place from devices where project_id = ${projectId} and kind = 'ap') device
      on device.place = 1 + number % (select count(*) from devices where project_id = ${projectId} and kind = 'ap')`.execute(
    db,
  );
}

/** Connects some devices of a project to another port, which changes their links. */
async function moveDevices({ db }: BenchWorld, projectId: number): Promise<void> {
  await sql`
    update device_state set uplink_port = 'p' || (2 + random() * 6)::int
    where device_id in (
      select id from devices where project_id = ${projectId} and kind = 'ap' order by random() limit 200)`.execute(
    db,
  );
  await sql`
    insert into topology_requests (project_id, cause, device_id)
    select project_id, 'report', id from devices where project_id = ${projectId} and kind = 'ap' limit 200`.execute(
    db,
  );
}

export async function measureLargeProject(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'nl-large-'));
  await using _directory = {
    [Symbol.asyncDispose]: () => Promise.resolve(rmSync(directory, { recursive: true, force: true })),
  };
  const lag = watchLoopLag(directory);
  await using world = await startBenchWorld({ ...lag.env });
  const [pattern] = await claimFleet(world, [world.browser], MODELS);
  if (!pattern) throw new Error('There is no project.');
  const small: number[] = [];
  for (let index = 0; index < SMALL_PROJECTS; index++) {
    const { id } = await createProject(world.browser);
    await fillDevices(world, pattern.id, id, SMALL_DEVICES);
    small.push(id);
  }
  const [first = 0] = small;
  const alone: Durations = new Map();
  for (let round = 0; round < ROUNDS_ALONE; round++) await readOnce(world, first, alone);

  const { id: large } = await createProject(world.browser);
  await fillDevices(world, pattern.id, large, DEVICES);
  await addClients(world, large);
  await moveDevices(world, large);
  lag.begin();
  const beside: Durations = new Map();
  const own: Durations = new Map();
  const end = performance.now() + MINUTES * 60_000;
  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    while (performance.now() < end) await work();
  };
  await Promise.all([
    repeat(() => readOnce(world, first, beside)),
    repeat(() => readOnce(world, large, own)),
    repeat(async () => {
      await moveDevices(world, large);
      await delay(REPORT_MS);
    }),
  ]);
  const { p99, samples, worst } = lag.read();
  const { rows } = await sql<{ links: number; devices: number }>`
    select (select count(*)::int from topology_links where project_id = ${large} and until is null and in_tree) as links,
      (select count(*)::int from devices where project_id = ${large}) as devices`.execute(world.db);
  const { devices = 0, links = 0 } = rows[0] ?? {};
  const ratios = [...beside].flatMap(([key, durations]) => {
    const before = alone.get(key);
    return before ? [{ key, ratio: computeQuantile(durations, 0.95) / computeQuantile(before, 0.95) }] : [];
  });
  ratios.sort((a, b) => b.ratio - a.ratio);
  const longest = [...own].map(([key, durations]) => ({ key, ms: computeQuantile(durations, 0.5) }));
  longest.sort((a, b) => b.ms - a.ms);
  const slow = ratios.filter(({ ratio }) => ratio > GOALS.ratio);
  return [
    {
      id: 'large',
      text: `event loop of the server beside ${devices} devices for ${MINUTES} min: p99 ${formatMilliseconds(p99)}, worst ${formatMilliseconds(worst)} (${samples} samples); median of its own operations: ${longest
        .slice(0, 8)
        .map(({ key, ms }) => `${key} ${formatMilliseconds(ms)}`)
        .join(', ')}`,
      goal: `p99 ${GOALS.p99} ms, worst ${GOALS.worst} ms`,
      reached: p99 <= GOALS.p99 && worst <= GOALS.worst,
    },
    {
      id: 'large',
      text: `${ratios.length} operations of a project of ${SMALL_DEVICES} devices, p95 beside against alone: ${slow.length} above ${GOALS.ratio}×; highest ${ratios
        .slice(0, 5)
        .map(({ key, ratio }) => `${key} ${ratio.toFixed(1)}×`)
        .join(', ')}`,
      goal: `${GOALS.ratio}× each`,
      reached: slow.length === 0,
    },
    {
      id: 'large',
      text: `${links} links in the tree of ${devices} devices stored`,
      goal: 'all but the root',
      reached: links >= devices - 1,
    },
  ];
}
