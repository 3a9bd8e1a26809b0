import { readFileSync } from 'node:fs';
import { processes } from '../tests/process/running-product.ts';
import type { Product } from '../tests/process/running-product.ts';

const TICKS_PER_SECOND = 100;
/** Fields of /proc/PID/stat behind the name: user, system; and those of children that ended. */
const OWN = [11, 12];
const OF_ENDED_CHILDREN = [13, 14];

/** Processor seconds that the server and PostgreSQL have used so far; what else runs on the machine does not count. */
export function cpuSeconds(product: Product): { server: number; postgres: number } {
  return { server: cpuOf(product.serverPid()), postgres: postgresCpu(product.dataDirectory) };
}

/** Of a PostgreSQL on a data directory, also of its processes that have ended. */
export function postgresCpu(dataDirectory: string): number {
  const all = processes();
  const masters = new Set(
    all
      .filter(({ command }) => command.includes('postgres') && command.includes(dataDirectory))
      .map(({ pid }) => pid),
  );
  return all
    .filter(({ pid, parent }) => masters.has(pid) || masters.has(parent))
    .reduce(
      (seconds, { pid }) => seconds + secondsOf(pid, masters.has(pid) ? [...OWN, ...OF_ENDED_CHILDREN] : OWN),
      0,
    );
}

/** User and system seconds of one process; 0 when it is gone. */
export const cpuOf = (pid: number | undefined): number => (pid === undefined ? 0 : secondsOf(pid, OWN));

/** Its name is in brackets and may hold anything. */
function secondsOf(pid: number, wanted: readonly number[]): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return wanted.reduce((ticks, index) => ticks + Number(fields[index]), 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
