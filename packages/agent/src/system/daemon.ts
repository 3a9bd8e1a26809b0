import { readFile, rm } from 'node:fs/promises';
import { type Clock, sleep } from '@northlight/runtime';

const POLL_MS = 20;
const POLLS_BEFORE_KILL = 150;

/**
 * The process of a pid file, if it runs and its command line names the same pid file: pids are used again. A program
 * that writes over its command line is known by its `program` name instead.
 */
export async function runningPid(pidFile: string, program?: string): Promise<number | undefined> {
  const pid = Number((await readText(pidFile)).trim());
  if (!Number.isInteger(pid) || pid < 2) return undefined;
  const same =
    program === undefined
      ? (await readText(`/proc/${pid}/cmdline`)).includes(pidFile)
      : (await readText(`/proc/${pid}/comm`)).trim() === program;
  return same ? pid : undefined;
}

/** Ends the process of a pid file and waits until it is gone; resolves at once when none runs. */
export async function stopDaemon(pidFile: string, clock: Clock, program?: string): Promise<void> {
  const pid = await runningPid(pidFile, program);
  if (pid !== undefined) {
    signal(pid, 'SIGTERM');
    for (let polls = 0; await isAlive(pid); polls++) {
      if (polls === POLLS_BEFORE_KILL) signal(pid, 'SIGKILL');
      await sleep(clock, POLL_MS);
    }
  }
  await rm(pidFile, { force: true });
}

/** A process that ends loses its command line first and its sockets later: only then may the next one take them. */
async function isAlive(pid: number): Promise<boolean> {
  const state = /^\d+ \(.*\) (\S)/s.exec(await readText(`/proc/${pid}/stat`))?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** Asks the process of a pid file to read its files anew; nothing when none runs. */
export async function hangUp(pidFile: string): Promise<void> {
  const pid = await runningPid(pidFile);
  if (pid !== undefined) signal(pid, 'SIGHUP');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return '';
  }
}
