/** Counts the outcomes of requests during a fault. */
import { setTimeout as wait } from 'node:timers/promises';
import { errorBody } from '@northlight/contract';
import { listProductProcesses, listProcesses } from '../tests/process/running-product.ts';
import type { BenchWorld } from './bench-world.ts';

const ANSWER_MS = 15_000;
const BETWEEN_MS = 100;

interface Asked {
  answered: number;
  /** Number of requests that were refused with a code of the catalogue. */
  refused: number;
  /** Number of requests without an answer, or with an answer without a documented code. */
  lost: number;
  readonly codes: Set<number>;
}

const createEmptyOutcomes = (): Asked => ({ answered: 0, refused: 0, lost: 0, codes: new Set() });

/** Sends a GET request, or a change if there is a body. */
async function askOnce(asked: Asked, { browser }: BenchWorld, path: string, change?: object): Promise<void> {
  const answer = await browser
    .fetch(path, {
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(change && {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(change),
      }),
    })
    .catch(() => undefined);
  const body: unknown = await answer?.json().catch(() => undefined);
  const refusal = errorBody.safeParse(body);
  if (answer?.ok) asked.answered++;
  else if (refusal.success) {
    asked.refused++;
    asked.codes.add(refusal.data.code);
  } else asked.lost++;
}

/** Changes and reads a project alternately for `ms` milliseconds; returns the outcomes. */
export async function sendRequestsDuring(
  world: BenchWorld,
  projectId: number,
  ms: number,
): Promise<{ readonly writes: Asked; readonly reads: Asked }> {
  const [writes, reads] = [createEmptyOutcomes(), createEmptyOutcomes()];
  const until = performance.now() + ms;
  for (let count = 0; performance.now() < until; count++) {
    await askOnce(writes, world, `/api/v1/projects/${projectId}`, { name: `Try ${count}` });
    await askOnce(reads, world, `/api/v1/projects/${projectId}`);
    await wait(BETWEEN_MS);
  }
  return { writes, reads };
}

/** Lists all processes of the product: those with its data directory in the command line, and PostgreSQL's children. */
export function listProcessTree(dataDirectory: string): number[] {
  const family = new Set(listProcesses(dataDirectory).map(({ pid }) => pid));
  for (const { parent, pid } of listProductProcesses()) if (family.has(parent)) family.add(pid);
  return [...family];
}

export function describeOutcomes({ answered, codes, lost, refused }: Asked): string {
  const why = refused > 0 ? ` with ${[...codes].join(', ')}` : '';
  return `${answered} answered, ${refused} refused${why}, ${lost} without an answer`;
}

/** Returns the code with which a change of a project's name is refused; 0 if accepted, -1 without a code. */
export async function renameProject(
  { browser }: BenchWorld,
  projectId: number,
  name: string,
): Promise<number> {
  return browser
    .call('projectChange', { params: { projectId }, body: { name } })
    .then(() => 0)
    .catch((error: unknown) => Number(/"code":(\d+)/.exec(String(error))?.[1] ?? -1));
}

/** Returns the time until a change is accepted again (ms). */
export async function waitUntilWritten(world: BenchWorld, projectId: number): Promise<number> {
  const start = performance.now();
  while ((await renameProject(world, projectId, 'After it')) !== 0) await wait(50);
  return performance.now() - start;
}
