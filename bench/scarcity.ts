/** R11: measures a full disk, no free file descriptors and no memory for PostgreSQL at the same time. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { listChildren } from '../packages/server/src/platform/db/postmaster-watch.ts';
import { startBenchWorld } from './bench-world.ts';
import { fillDirectory, mountSmallDisk } from './disk-full.ts';
import { openSockets, limitFiles, readFileLimit, countOpenFiles, SPARE_FILES } from './few-files.ts';
import type { Figure } from './figure.ts';
import { type AcknowledgedReport, findLostReports, sendReports } from './intake-kill.ts';
import { sendRequestsDuring, listProcessTree, describeOutcomes, waitUntilWritten } from './outcomes.ts';

/** Time until the server has detected the full disk. */
const NOTICE_MS = 6_000;
const SCARCE_MS = 8_000;
const GOAL_MS = 10_000;
/** Address space above the current use of a PostgreSQL process (bytes). */
const SPARE_BYTES = 256 * 1024;

/** Returns the address space of a process (bytes), and its owner. */
function readProcessStatus(pid: number): {
  readonly size: number;
  readonly uid: string;
  readonly gid: string;
} {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const size = Number(/VmSize:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  const owner = (what: string) => new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? '0';
  return { size, uid: owner('Uid'), gid: owner('Gid') };
}

/** Runs as the user of the process, who may limit it even on machines where root may not. */
function limitMemory(pid: number, most: number | 'unlimited'): void {
  const { gid, uid } = readProcessStatus(pid);
  const owner = ['--reuid', uid, '--regid', gid, '--clear-groups'];
  execFileSync('setpriv', [...owner, 'prlimit', '--pid', String(pid), `--as=${most}:`]);
}

/** Runs a statement that needs 32 MB of memory; returns the SQLSTATE of its refusal. */
const runMemoryStatement = (world: Awaited<ReturnType<typeof startBenchWorld>>): Promise<string> =>
  sql`select length(string_agg(repeat(md5(n::text), 10), '')) from generate_series(1, 100000) n`
    .execute(world.db)
    .then(() => 'answered')
    .catch((error: unknown) => String((error as { code?: string }).code));

export async function measureScarcity(): Promise<Figure[]> {
  using disk = mountSmallDisk();
  await using world = await startBenchWorld({}, disk.data);
  const member = await world.addDevice('NL-AP6C');
  await member.device[Symbol.asyncDispose]();
  const { projectId } = member;
  const server = world.product.serverPid() ?? 0;
  const usual = readFileLimit(server);
  const postmaster = listProcessTree(disk.data).find(
    (pid) => readProcessStatus(pid).uid !== '0' && listChildren(pid)?.length,
  );
  if (postmaster === undefined) throw new Error('PostgreSQL does not run as a user of its own.');
  const acknowledged: AcknowledgedReport[] = [];
  let isOver = false;
  const port = Number(world.product.env['NORTHLIGHT_MQTT_PORT']);
  const reporting = sendReports(member, port, 'scarce', acknowledged, () => !isOver);
  await wait(1_000);

  const filler = fillDirectory(disk.mount);
  limitFiles(server, countOpenFiles(server) + SPARE_FILES);
  const family = [postmaster, ...(listChildren(postmaster) ?? [])];
  for (const pid of family) limitMemory(pid, readProcessStatus(pid).size + SPARE_BYTES);
  const newcomers = await openSockets(world.mqttPort);
  await wait(NOTICE_MS);
  const hungry = await runMemoryStatement(world);
  const { reads, writes } = await sendRequestsDuring(world, projectId, SCARCE_MS);

  for (const socket of newcomers) socket.destroy();
  rmSync(filler);
  limitFiles(server, usual);
  for (const pid of new Set([postmaster, ...(listChildren(postmaster) ?? [])])) limitMemory(pid, 'unlimited');
  const recovered = await waitUntilWritten(world, projectId);
  isOver = true;
  await reporting;
  const lost = await findLostReports(world, acknowledged);
  const same = world.product.serverPid() === server;
  return [
    {
      id: 'R11',
      text: `disk full, no free file descriptor and PostgreSQL without memory (a statement of some megabytes: ${hungry}) at once: writes ${describeOutcomes(writes)}; reads ${describeOutcomes(reads)}; ${lost.length} of ${acknowledged.length} acknowledged reports lost; writes succeeded again ${(recovered / 1000).toFixed(1)} s after it, ${same ? 'the server had not ended' : 'the server had ended'}`,
      goal: 'writes refused, reads answered, 0 lost, 10 s',
      reached:
        hungry === '53200' &&
        writes.answered + writes.lost + reads.refused + reads.lost + lost.length === 0 &&
        same &&
        recovered <= GOAL_MS,
    },
  ];
}
