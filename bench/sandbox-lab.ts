/** Compares a sandbox with a real gateway and switch in network namespaces (root, Debian), over random drafts. */
import { SeededEntropy } from '@northlight/runtime';
import { startEmbeddedPostgres } from '@northlight/server';
import { createClusterDirectory, findFastDirectory } from '@northlight/server/testing';
import { compareDraft, openLabSandbox, resetBoth } from '../packages/lab/src/testing/compare-sandbox.ts';
import { manageSite } from '../packages/lab/src/testing/console.ts';
import { drawSiteDraft } from '../packages/lab/src/testing/site-drafts.ts';
import type { Figure } from './figure.ts';

const DRAFTS = 50;
const GOAL = 49;
const PREFIX = 'nlbench-';
const SEED = 4711;

export async function measureSandboxInLab(): Promise<Figure[]> {
  await using directory = createClusterDirectory('nl-bench-', findFastDirectory());
  const postgres = await startEmbeddedPostgres(directory.path, { fsync: 'off' });
  await using managed = await manageSite(postgres.url, PREFIX, 40, { demo: true });
  const site = await openLabSandbox(managed);
  const entropy = new SeededEntropy(SEED);
  let [applied, agreed, refused] = [0, 0, 0];
  while (applied < DRAFTS) {
    const draft = drawSiteDraft(entropy, [...site.macs.values()]);
    const title = draft.titles.join('; ');
    const result = await compareDraft(site, draft);
    if ('refusal' in result) {
      refused += 1;
      console.error(`${title}: ${result.refusal}`);
      continue;
    }
    applied += 1;
    if (result.differences.length === 0) agreed += 1;
    console.error(`${applied} ${title}: ${result.differences.join('; ') || 'agrees'}`);
    await resetBoth(site);
  }
  return [
    {
      id: 'BR-8',
      text: `${agreed} of ${applied} random drafts: a sandbox shows the addresses, networks and reachability of real clients, and the connection of the switch; ${refused} further drafts refused in both`,
      goal: `${GOAL} of ${DRAFTS}`,
      reached: agreed >= GOAL,
    },
  ];
}
