import type { NetworkConfig } from '@northlight/contract';
import fc from 'fast-check';
import { isAccepted, Programs } from './programs.ts';
import { randomDraft } from './random-draft.ts';

/** Number of drafts that are checked together. */
const BATCH = 25;

export interface Trial {
  readonly accepted: number;
  /** Number of generated drafts, including those that the contract refused. */
  readonly tried: number;
  readonly refusals: readonly string[];
}

/** Generates drafts until the contract has accepted `count`, and checks each with the devices' programs. */
export async function tryDrafts(count: number, seed: number): Promise<Trial> {
  await using programs = await Programs.start();
  const refusals: string[] = [];
  let [accepted, tried] = [0, 0];
  for (let round = 0; accepted < count; round++) {
    const drafts = fc.sample(randomDraft, { seed: seed * 100_000 + round, numRuns: BATCH * 4 });
    const batch: NetworkConfig[] = [];
    for (const draft of drafts) {
      if (accepted + batch.length === count) break;
      tried++;
      if (isAccepted(draft)) batch.push(draft);
    }
    accepted += batch.length;
    for (let from = 0; from < batch.length; from += BATCH)
      refusals.push(...(await programs.refusals(batch.slice(from, from + BATCH))));
  }
  return { accepted, tried, refusals };
}
