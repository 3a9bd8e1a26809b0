import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { listProcesses, startProduct } from '../tests/process/running-product.ts';
import type { Figure } from './figure.ts';

const GOAL_MB = 250;
const PAUSE_MS = 10_000;

/** Returns the proportional set size of a process in kB: shared pages count by their share. */
function readPss(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
}

/** P10: memory of all processes of the product, idle and without the demo. */
export async function measureServerMemory(): Promise<Figure[]> {
  await using product = await startProduct();
  await wait(PAUSE_MS);
  const rows = listProcesses(product.dataDirectory).map(({ pid, command }) => ({
    command,
    kb: readPss(pid),
  }));
  const part = (mark: string): number =>
    rows.filter(({ command }) => command.includes(mark)).reduce((sum, { kb }) => sum + kb, 0) / 1024;
  const total = rows.reduce((sum, { kb }) => sum + kb, 0) / 1024;
  const parts = `supervisor ${part('bootstrap').toFixed(0)}, server ${part('main.ts').toFixed(0)}, PostgreSQL ${part('postgres').toFixed(0)}`;
  return [
    {
      id: 'P10',
      text: `${total.toFixed(0)} MB PSS idle (${parts})`,
      goal: `${GOAL_MB} MB`,
      reached: total <= GOAL_MB,
    },
  ];
}
