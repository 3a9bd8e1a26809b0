import { readFileSync } from 'node:fs';
import { processes } from '../tests/process/running-product.ts';
import type { Product } from '../tests/process/running-product.ts';

const TICKS_PER_SECOND = 100;

/** Processor seconds that the server and PostgreSQL have used so far; what else runs on the machine does not count. */
export function cpuSeconds({ child, dataDirectory }: Product): { server: number; postgres: number } {
  const all = processes();
  const servers = all.filter(
    ({ command, parent }) => parent === child.pid && command.includes('server/src/main.ts'),
  );
  const masters = new Set(
    all
      .filter(({ command }) => command.includes('postgres') && command.includes(dataDirectory))
      .map(({ pid }) => pid),
  );
  const postgres = all.filter(({ pid, parent }) => masters.has(pid) || masters.has(parent));
  const sum = (rows: typeof all): number => rows.reduce((seconds, { pid }) => seconds + secondsOf(pid), 0);
  return { server: sum(servers), postgres: sum(postgres) };
}

/** User and system time of a process; its name is in brackets and may hold anything. */
function secondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
