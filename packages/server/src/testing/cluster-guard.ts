/**
 * `node cluster-guard.ts DIRECTORY`: waits until its standard input closes because the parent process ended, then stops
 * PostgreSQL in the directory and removes the directory.
 */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readCommandLine } from '../platform/db/postmaster-watch.ts';

const POLL_MS = 50;
/** Time limit of the immediate shutdown (ms); afterwards the guard kills the processes. */
const STOP_MS = 10_000;
const GIVE_UP_MS = 60_000;

/** Returns the pids of the postmasters of the clusters one level below the directory. */
function listPostmasters(directory: string): number[] {
  return readdirSync(directory).flatMap((name) => {
    const file = join(directory, name, 'postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    // Checks the command line, because another process may have reused the pid in the file of a killed
    // postmaster.
    return pid > 1 && readCommandLine(pid).includes(directory) ? [pid] : [];
  });
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Ignores a process that has ended already.
  }
}

/** Tries to clean up once; returns false while processes still run or write into the directory. */
function cleanUp(directory: string, waited: number): boolean {
  try {
    const running = listPostmasters(directory);
    // Uses the immediate shutdown, because the data is discarded.
    for (const pid of running) sendSignal(pid, waited < STOP_MS ? 'SIGQUIT' : 'SIGKILL');
    if (running.length > 0) return false;
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // A running initdb may still write files; the next attempt removes them.
  }
  return !existsSync(directory);
}

const [directory = ''] = process.argv.slice(2);
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
process.stdin.resume();
await once(process.stdin, 'end', { signal: stop.signal }).catch(() => undefined);
process.stdin.destroy();
let waited = 0;
for (; !cleanUp(directory, waited) && waited < GIVE_UP_MS; waited += POLL_MS) await wait(POLL_MS);
if (waited >= GIVE_UP_MS) {
  process.stderr.write(`${directory} could not be removed within ${GIVE_UP_MS / 1000} s.\n`);
  process.exitCode = 1;
}
