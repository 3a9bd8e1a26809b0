/**
 * `npm run dst -- --seeds 20000 [--from 1] [--first]` plays stories, `-- --seed 17` prints one story, `-- --hunt [name …]`
 * searches for planted faults; on all cores or `--threads` of them.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findDetectingSeeds, MAX_SEEDS } from './hunt.ts';
import { playStories } from './play-stories.ts';
import { playStory } from './story.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    first: { type: 'boolean' },
    hunt: { type: 'boolean' },
    seeds: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
    threads: { type: 'string' },
  },
});

const threads = Number(values.threads ?? availableParallelism());

if (values.hunt) {
  process.exitCode = await findDetectingSeeds(
    positionals,
    { seeds: Number(values.seeds ?? MAX_SEEDS), threads },
    print,
  );
} else if (values.seed !== undefined) {
  const { hash, trace, violations } = await playStory(Number(values.seed));
  for (const line of trace) print(line);
  print(`${violations.length} violations, trace ${hash.slice(0, 16)}`);
  process.exitCode = violations.length > 0 ? 1 : 0;
} else {
  const range = { from: Number(values.from ?? 1), seeds: Number(values.seeds ?? 1000) };
  const first = values.first === true;
  const start = performance.now();
  const { failures, played } = await playStories(range, {
    first,
    // Uses one thread to find the first failing seed, because the stories must be played in order.
    threads: first ? 1 : threads,
    failed: ({ seed, violations }) =>
      print(`seed ${seed}: ${violations.join('; ')}\n  again: npm run dst -- --seed ${seed}`),
  });
  const took = (performance.now() - start) / 1000;
  print(
    `${played} seeds, ${failures} with violations, ${took.toFixed(0)} s, ${(played / took).toFixed(0)} seeds/s`,
  );
  process.exitCode = failures > 0 ? 1 : 0;
}
