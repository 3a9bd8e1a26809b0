/**
 * `npm run language [-- --seed 7]`: draws comments, titles, texts and names at random for a review by the
 * language rules.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { drawRandomInt, SeededEntropy } from '@northlight/runtime';
import { SAMPLE_KINDS, type SampleKind, extractSamples } from './language-samples.ts';

const COUNTS: Readonly<Record<SampleKind, number>> = {
  comment: 50,
  'test title': 30,
  'screen text': 30,
  identifier: 30,
  'help paragraph': 10,
};

/** Prints the samples of a seed, grouped by kind. The same tree and seed give the same samples. */
export function drawLanguageSamples(args: readonly string[]): number {
  const { values } = parseArgs({ args: [...args], options: { seed: { type: 'string', default: '1' } } });
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed)) {
    console.error('The seed must be a whole number.');
    return 1;
  }
  const entropy = new SeededEntropy(seed);
  const listed = execFileSync('git', ['ls-files'], { encoding: 'utf8' });
  const samples = listed
    .split('\n')
    .filter((path) => /\.(?:tsx?|js|md)$/.test(path) && existsSync(path))
    .flatMap((path) => extractSamples({ path, text: readFileSync(path, 'utf8') }));
  console.log(`seed ${seed}`);
  for (const kind of SAMPLE_KINDS) {
    const left = samples.filter((sample) => sample.kind === kind);
    console.log(`\n${kind}: ${COUNTS[kind]} of ${left.length}`);
    for (let drawn = 0; drawn < COUNTS[kind] && left.length > 0; drawn++) {
      const [sample] = left.splice(drawRandomInt(entropy, 0, left.length - 1), 1);
      if (sample) console.log(`${drawn + 1}. ${sample.place}: ${sample.text}`);
    }
  }
  return 0;
}
