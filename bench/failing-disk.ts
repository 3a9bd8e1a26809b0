/**
 * R11: runs on a disk on which every write or every read fails (EIO). Requests are refused with a code, and
 * no data is lost.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';
import { type AcknowledgedReport, findLostReports, sendReports } from './intake-kill.ts';
import { sendRequestsDuring, listProcessTree, describeOutcomes, waitUntilWritten } from './outcomes.ts';

/** System calls that write and read files but not sockets. */
const FAULTS = {
  writes: 'pwrite64,pwritev,pwritev2,fsync,fdatasync',
  reads: 'pread64,preadv,preadv2',
} as const;
const FAILING_MS = 8_000;
const GOAL_MS = 10_000;

/**
 * Makes these calls of a process and its descendants fail until disposal. Intercepts system calls with
 * `strace` (a Debian package), because libfiu's preload ends PostgreSQL.
 */
function failCalls(pids: readonly number[], calls: string): AsyncDisposable {
  const options = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO`];
  const tracer: ChildProcess = spawn('strace', [...options, ...pids.flatMap((pid) => ['-p', String(pid)])], {
    stdio: 'ignore',
  });
  const ended = once(tracer, 'exit');
  return {
    [Symbol.asyncDispose]: async () => {
      // Ends strace, which then detaches from all processes.
      tracer.kill('SIGINT');
      await ended;
    },
  };
}

/** Reads every page of every table, which verifies their checksums; throws if one is wrong. */
const readEverything = ({ db }: BenchWorld) =>
  sql`do $$
    declare one text; rows bigint;
    begin
      for one in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' loop
        execute 'select count(each::text) from ' || one || ' each' into rows;
      end loop;
    end $$`.execute(db);

async function runTrial(what: keyof typeof FAULTS): Promise<Figure> {
  await using world = await startBenchWorld();
  const member = await world.addDevice('NL-AP6C');
  await member.device[Symbol.asyncDispose]();
  const { projectId } = member;
  const server = world.product.serverPid();
  const port = Number(world.product.env['NORTHLIGHT_MQTT_PORT']);
  const acknowledged: AcknowledgedReport[] = [];
  let isOver = false;
  const reporting = sendReports(member, port, what, acknowledged, () => !isOver);
  await wait(1_000);
  const before = acknowledged.length;
  const { reads, writes } = await (async () => {
    await using _fault = failCalls(listProcessTree(world.product.dataDirectory), FAULTS[what]);
    return await sendRequestsDuring(world, projectId, FAILING_MS);
  })();
  const recovered = await waitUntilWritten(world, projectId);
  isOver = true;
  await reporting;
  const lost = await findLostReports(world, acknowledged);
  await readEverything(world);
  const same = world.product.serverPid() === server;
  return {
    id: 'R11',
    text: `${what} of the disk fail for ${FAILING_MS / 1000} s: writes ${describeOutcomes(writes)}; reads ${describeOutcomes(reads)}; ${lost.length} of ${acknowledged.length} acknowledged reports lost (${acknowledged.length - before} acknowledged meanwhile); writes succeeded again ${(recovered / 1000).toFixed(1)} s after it, ${same ? 'the server had not ended' : 'the server had ended'}`,
    goal: 'writes answered or refused, reads answered, 0 lost, 10 s',
    reached: writes.lost + reads.refused + reads.lost + lost.length === 0 && same && recovered <= GOAL_MS,
  };
}

export async function measureFailingDisk(): Promise<Figure[]> {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' });
  } catch (cause) {
    throw new Error('strace is not installed: apt-get install strace.', { cause });
  }
  return [await runTrial('writes'), await runTrial('reads')];
}
