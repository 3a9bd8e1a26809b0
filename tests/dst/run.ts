/**
 * `npm run dst -- --seeds 20000 [--from 1] [--first]`, `-- --seed 17` to see one story in words, `-- --hunt [name …]` to
 * look for planted faults.
 */
import { parseArgs } from 'node:util';
import { hunt } from './hunt.ts';
import { play } from './story.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    first: { type: 'boolean' },
    hunt: { type: 'boolean' },
    seeds: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
  },
});

if (values.hunt) {
  process.exitCode = await hunt(positionals, print);
} else if (values.seed !== undefined) {
  const { hash, trace, violations } = await play(Number(values.seed));
  for (const line of trace) print(line);
  print(`${violations.length} violations, trace ${hash.slice(0, 16)}`);
  process.exitCode = violations.length > 0 ? 1 : 0;
} else {
  const seeds = Number(values.seeds ?? 1000);
  const from = Number(values.from ?? 1);
  const start = performance.now();
  let failed = 0;
  for (let seed = from; seed < from + seeds && !(values.first && failed > 0); seed++) {
    const { violations } = await play(seed);
    if (violations.length === 0) continue;
    failed++;
    print(`seed ${seed}: ${violations.join('; ')}\n  again: npm run dst -- --seed ${seed}`);
  }
  const took = (performance.now() - start) / 1000;
  print(`${seeds} seeds, ${failed} with violations, ${(seeds / took).toFixed(0)} seeds/s`);
  process.exitCode = failed > 0 ? 1 : 0;
}
