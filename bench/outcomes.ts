/** What became of requests while something was wrong. */
import { setTimeout as wait } from 'node:timers/promises';
import { errorBody } from '@northlight/contract';
import { processes, processesOf } from '../tests/process/running-product.ts';
import type { BenchWorld } from './bench-world.ts';

const ANSWER_MS = 15_000;
const BETWEEN_MS = 100;

interface Asked {
  answered: number;
  /** With a code of the catalogue. */
  refused: number;
  /** Without an answer, or with one that nobody documents. */
  lost: number;
  readonly codes: Set<number>;
}

const nothingAsked = (): Asked => ({ answered: 0, refused: 0, lost: 0, codes: new Set() });

/** Reads, or changes when there is a body. */
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

/** Changes a project and reads it in turns, for so long. */
export async function askMeanwhile(
  world: BenchWorld,
  projectId: number,
  ms: number,
): Promise<{ readonly writes: Asked; readonly reads: Asked }> {
  const [writes, reads] = [nothingAsked(), nothingAsked()];
  const until = performance.now() + ms;
  for (let count = 0; performance.now() < until; count++) {
    await askOnce(writes, world, `/api/v1/projects/${projectId}`, { name: `Try ${count}` });
    await askOnce(reads, world, `/api/v1/projects/${projectId}`);
    await wait(BETWEEN_MS);
  }
  return { writes, reads };
}

/** Every process of the product: those that name its data directory, and what PostgreSQL began. */
export function familyOf(dataDirectory: string): number[] {
  const family = new Set(processesOf(dataDirectory).map(({ pid }) => pid));
  for (const { parent, pid } of processes()) if (family.has(parent)) family.add(pid);
  return [...family];
}

export function told({ answered, codes, lost, refused }: Asked): string {
  const why = refused > 0 ? ` with ${[...codes].join(', ')}` : '';
  return `${answered} answered, ${refused} refused${why}, ${lost} without an answer`;
}

/** 0, or the code with which a change of a project's name is refused; -1 without one. */
export async function rename({ browser }: BenchWorld, projectId: number, name: string): Promise<number> {
  return browser
    .call('projectChange', { params: { projectId }, body: { name } })
    .then(() => 0)
    .catch((error: unknown) => Number(/"code":(\d+)/.exec(String(error))?.[1] ?? -1));
}

/** Milliseconds until a change is taken again. */
export async function untilWritten(world: BenchWorld, projectId: number): Promise<number> {
  const start = performance.now();
  while ((await rename(world, projectId, 'After it')) !== 0) await wait(50);
  return performance.now() - start;
}
