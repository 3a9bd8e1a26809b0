import { readFile, rm } from 'node:fs/promises';
import { type Clock, sleep } from '@northlight/runtime';

const POLL_MS = 20;
const POLLS_BEFORE_KILL = 150;

/**
 * Returns the pid in a pid file if its process runs. Checks that the command line of the process contains the
 * pid file, because pids are reused. For a program that overwrites its command line, `program` is its name.
 */
export async function findRunningPid(pidFile: string, program?: string): Promise<number | undefined> {
  const pid = Number((await readText(pidFile)).trim());
  if (!Number.isInteger(pid) || pid < 2) return undefined;
  const isExpected =
    program === undefined
      ? (await readText(`/proc/${pid}/cmdline`)).includes(pidFile)
      : (await readText(`/proc/${pid}/comm`)).trim() === program;
  return isExpected ? pid : undefined;
}

/** Stops the process of a pid file and resolves when it has ended; resolves at once when none runs. */
export async function stopDaemon(pidFile: string, clock: Clock, program?: string): Promise<void> {
  const pid = await findRunningPid(pidFile, program);
  if (pid !== undefined) {
    sendSignal(pid, 'SIGTERM');
    for (let polls = 0; await isAlive(pid); polls++) {
      if (polls === POLLS_BEFORE_KILL) sendSignal(pid, 'SIGKILL');
      await sleep(clock, POLL_MS);
    }
  }
  await rm(pidFile, { force: true });
}

/**
 * Reads the process state, because an ending process loses its command line before its sockets, which the
 * next process needs.
 */
async function isAlive(pid: number): Promise<boolean> {
  const state = /^\d+ \(.*\) (\S)/s.exec(await readText(`/proc/${pid}/stat`))?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** Sends SIGHUP to the process of a pid file, so that it reloads its files; does nothing when none runs. */
export async function reloadDaemon(pidFile: string): Promise<void> {
  const pid = await findRunningPid(pidFile);
  if (pid !== undefined) sendSignal(pid, 'SIGHUP');
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
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
