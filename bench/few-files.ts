/**
 * R11: a server without free file descriptors serves existing connections. It accepts new ones when
 * descriptors are free again.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { errorBody } from '@northlight/contract';
import { topics } from '@northlight/contract/device-protocol';
import { RawDevice } from '@northlight/server/testing';
import { listProcesses } from '../tests/process/running-product.ts';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';

export const SPARE_FILES = 6;
const NEWCOMERS = 60;
/** Number of parallel requests, on existing connections. */
const AT_ONCE = 8;
const ROUNDS = 20;
const REPORTS = 5;
const SETTLE_MS = 1_000;
const ANSWER_MS = 15_000;
const PATIENCE_MS = 60_000;
const GOAL_MS = 10_000;

interface Asked {
  answered: number;
  /** Number of requests that were refused with a code of the catalogue. */
  refused: number;
  /** Number of requests without an answer, or with an answer without a documented code. */
  lost: number;
}

export const countOpenFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

export const limitFiles = (pid: number, most: number): void =>
  void execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`]);

export const readFileLimit = (pid: number): number =>
  Number(execFileSync('prlimit', ['--pid', String(pid), '--nofile', '--noheadings', '--output', 'SOFT']));

async function read({ browser }: BenchWorld, projectId: number, atOnce = AT_ONCE): Promise<Asked> {
  const asked: Asked = { answered: 0, refused: 0, lost: 0 };
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        const answer = await browser
          .fetch(`/api/v1/projects/${projectId}`, { signal: AbortSignal.timeout(ANSWER_MS) })
          .catch(() => undefined);
        const body: unknown = await answer?.json().catch(() => undefined);
        if (answer?.ok) asked.answered++;
        else if (errorBody.safeParse(body).success) asked.refused++;
        else asked.lost++;
      }),
    );
  return asked;
}

/** Opens connections that send no data, and closes those that are not accepted. */
export async function openSockets(port: number): Promise<Socket[]> {
  const sockets = Array.from({ length: NEWCOMERS }, () => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => undefined);
    return socket;
  });
  await wait(SETTLE_MS);
  return sockets;
}

/** Returns the time until a new connection of each kind is accepted (ms). */
async function measureUntilOpen(
  world: BenchWorld,
  projectId: number,
  join: () => Promise<RawDevice>,
): Promise<number> {
  const start = performance.now();
  for (;;) {
    const page = await world.browser
      .fetch(`/api/v1/projects/${projectId}`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      .catch(() => undefined);
    const device = page?.ok ? await join().catch(() => undefined) : undefined;
    if (device) {
      await device[Symbol.asyncDispose]();
      return performance.now() - start;
    }
    if (performance.now() - start > PATIENCE_MS) return Number.POSITIVE_INFINITY;
    await wait(50);
  }
}

export async function measureFewFiles(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const { base, credential, device, id, projectId, session } = await world.addDevice('NL-AP6C');
  const pid = world.product.serverPid() ?? 0;
  const before = listProcesses(world.product.dataDirectory).map((row) => row.pid);
  const usual = readFileLimit(pid);
  // Opens the files that a server keeps open after its first requests: PostgreSQL connections and modules.
  await read(world, projectId, AT_ONCE * 2);
  const report = (seq: number): Promise<boolean> =>
    Promise.race([
      device.publish(topics.up(id, 'stat'), { session, seq, ts: Date.now(), cpu: 50 }).then(
        () => true,
        () => false,
      ),
      wait(ANSWER_MS, false, { ref: false }),
    ]);
  await report(1);
  limitFiles(pid, countOpenFiles(pid) + SPARE_FILES);
  const newcomers = await openSockets(world.mqttPort);
  const asked = await read(world, projectId);
  let reports = 0;
  for (let seq = 2; seq < 2 + REPORTS; seq++) if (await report(seq)) reports++;
  const held = countOpenFiles(pid);
  for (const socket of newcomers) socket.destroy();
  limitFiles(pid, usual);
  const recovered = await measureUntilOpen(world, projectId, () =>
    RawDevice.online(world.mqttPort, base, credential, { session: 'again' }),
  );
  const after = new Set(listProcesses(world.product.dataDirectory).map((row) => row.pid));
  const same = world.product.serverPid() === pid && after.has(pid) && before.length > 0;
  const { answered, lost, refused } = asked;
  return [
    {
      id: 'R11',
      text: `no file left to open (${held} open, ${NEWCOMERS} connections wanted in): of ${ROUNDS * AT_ONCE} reads ${answered} answered, ${refused} refused with a code, ${lost} without an answer; ${reports} of ${REPORTS} reports acknowledged; newcomers in again after ${(recovered / 1000).toFixed(1)} s, ${same ? 'no process had ended' : 'a process had ended'}`,
      goal: 'answered or a code, 10 s',
      reached: lost === 0 && reports === REPORTS && same && recovered <= GOAL_MS,
    },
  ];
}
