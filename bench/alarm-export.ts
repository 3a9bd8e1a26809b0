import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ALARM_EXPORT_MAX } from '@northlight/contract';
import { createProject } from '@northlight/server/testing';
import { sql } from 'kysely';
import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startBenchWorld } from './bench-world.ts';
import { type Figure, formatMilliseconds, computeQuantile, formatSeconds } from './figure.ts';
import { watchLoopLag } from './loop-lag.ts';

const GOAL_MS = 2_000;
const GOAL_MB = 50;
const GOAL_LAG_MS = 20;
const RUNS = 9;
const PAUSE_MS = 1_000;

/** Returns the resident memory of a process (MB). */
const readResidentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/**
 * P16: measures a CSV export with the maximum number of alarms: its duration, the server's additional memory,
 * and its event loop.
 */
export async function measureAlarmExport(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'nl-p16-'));
  try {
    const lag = watchLoopLag(directory);
    await using world = await startBenchWorld(lag.env);
    const { browser, db, product } = world;
    const { id } = await createProject(browser);
    await sql`
      insert into alarms (id, project_id, device_id, device_name, device_mac, device_model, kind, severity, event, event_id, at, status, shown_at)
      select gen_random_uuid(), ${id}, 'd' || n % 200, 'Access-point-' || n % 200, '02:4e:4c:00:00:01', 'NL-AP6C', 'device-event',
        'warning', 'Radar was detected on channel 100, the radio moved to channel 36 (' || n || ').', 'e' || n,
        now() - n * interval '61 seconds', 'shown', now()
      from generate_series(1, ${ALARM_EXPORT_MAX}::int) n`.execute(db);
    const path = `/api/v1/projects/${id}/alarms.csv`;
    await (await browser.fetch(path)).text();
    await wait(PAUSE_MS);
    const pid = product.serverPid() ?? 0;
    const times: number[] = [];
    const before = readResidentMb(pid);
    let most = before;
    let bytes = 0;
    const sampling = setInterval(() => (most = Math.max(most, readResidentMb(pid))), 10);
    lag.begin();
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now();
      const text = await (await browser.fetch(path)).text();
      times.push(performance.now() - start);
      const rows = text.trimEnd().split('\r\n').length - 1;
      if (rows !== ALARM_EXPORT_MAX) throw new Error(`The export has ${rows} rows.`);
      bytes = text.length;
    }
    clearInterval(sampling);
    await wait(PAUSE_MS);
    const { p99, worst } = lag.read();
    const grown = most - before;
    const median = computeQuantile(times, 0.5);
    return [
      {
        id: 'P16',
        text: `${ALARM_EXPORT_MAX} alarms, ${(bytes / 2 ** 20).toFixed(1)} MB of CSV: median of ${RUNS} ${formatSeconds(median)}, slowest ${formatSeconds(Math.max(...times))}`,
        goal: formatSeconds(GOAL_MS),
        reached: Math.max(...times) <= GOAL_MS,
      },
      {
        id: 'P16',
        text: `${grown.toFixed(0)} MB more resident memory at most, from ${before.toFixed(0)}`,
        goal: `${GOAL_MB} MB`,
        reached: grown < GOAL_MB,
      },
      {
        id: 'P16',
        text: `event loop late by ${formatMilliseconds(p99)} at p99, ${formatMilliseconds(worst)} at most`,
        goal: `p99 ${formatMilliseconds(GOAL_LAG_MS)}`,
        reached: p99 < GOAL_LAG_MS,
      },
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
