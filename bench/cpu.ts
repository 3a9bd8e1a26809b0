import { readFileSync } from 'node:fs';
import { listProductProcesses } from '../tests/process/running-product.ts';
import type { Product } from '../tests/process/running-product.ts';

const TICKS_PER_SECOND = 100;
/** Indexes of fields in /proc/PID/stat after the name: user and system time, and those of ended children. */
const OWN = [11, 12];
const OF_ENDED_CHILDREN = [13, 14];

/**
 * Returns the processor seconds that the server and PostgreSQL have used since their start, without other
 * processes of the machine.
 */
export function sumCpuSeconds(product: Product): { server: number; postgres: number } {
  return { server: readCpuSeconds(product.serverPid()), postgres: readPostgresCpu(product.dataDirectory) };
}

/** Returns the processor seconds of the PostgreSQL on a data directory, including its ended processes. */
export function readPostgresCpu(dataDirectory: string): number {
  const all = listProductProcesses();
  const masters = new Set(
    all
      .filter(({ command }) => command.includes('postgres') && command.includes(dataDirectory))
      .map(({ pid }) => pid),
  );
  return all
    .filter(({ pid, parent }) => masters.has(pid) || masters.has(parent))
    .reduce(
      (seconds, { pid }) =>
        seconds + readProcessSeconds(pid, masters.has(pid) ? [...OWN, ...OF_ENDED_CHILDREN] : OWN),
      0,
    );
}

/** Returns the user and system seconds of one process; 0 if it has ended. */
export const readCpuSeconds = (pid: number | undefined): number =>
  pid === undefined ? 0 : readProcessSeconds(pid, OWN);

/** Skips the name, which is in brackets and may contain any characters. */
function readProcessSeconds(pid: number, wanted: readonly number[]): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return wanted.reduce((ticks, index) => ticks + Number(fields[index]), 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
