/** `npm run drafts -- --count 10000 [--seed 1]`: tests whether the programs accept every random draft that the contract accepts. */
import { parseArgs } from 'node:util';
import { tryDrafts } from './try-drafts.ts';

const { values } = parseArgs({ options: { count: { type: 'string' }, seed: { type: 'string' } } });
const count = Number(values.count ?? 1_000);
const seed = Number(values.seed ?? 1);
const start = performance.now();
const { accepted, refusals, tried } = await tryDrafts(count, seed);
for (const refusal of refusals) process.stdout.write(`${refusal}\n`);
const seconds = ((performance.now() - start) / 1000).toFixed(0);
process.stdout.write(
  `${accepted} of ${tried} drafts accepted by the contract; ${refusals.length} of them refused by the devices' programs (seed ${seed}, ${seconds} s)\n`,
);
process.exitCode = refusals.length > 0 ? 1 : 0;
