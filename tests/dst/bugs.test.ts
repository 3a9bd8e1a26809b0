import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const BUGS = join(import.meta.dirname, 'bugs');
/** Context lines at each end of a hunk that the program patch does not need to find. */
const FUZZ = 2;

interface Hunk {
  readonly file: string;
  readonly lines: readonly string[];
}

/** Returns the hunks of a unified diff with the file that each changes. */
function parseHunks(diff: string): Hunk[] {
  const hunks: { file: string; lines: string[] }[] = [];
  let file = '';
  for (const line of diff.split('\n')) {
    if (line.startsWith('--- ')) continue;
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length).split('\t')[0] ?? '';
    else if (line.startsWith('@@')) hunks.push({ file, lines: [] });
    else if (/^[ +-]/.test(line)) hunks.at(-1)?.lines.push(line);
  }
  return hunks;
}

/** Returns the lines that the hunk replaces, with their context but without the part that may differ. */
function findReplacedText({ lines }: Hunk): string {
  const isContext = (line: string | undefined): boolean => line?.startsWith(' ') === true;
  const old = lines.filter((line) => !line.startsWith('+'));
  for (let cut = 0; cut < FUZZ && isContext(old[0]); cut++) old.shift();
  for (let cut = 0; cut < FUZZ && isContext(old.at(-1)); cut++) old.pop();
  return old.map((line) => line.slice(1)).join('\n');
}

test.each(readdirSync(BUGS))('the patch of the planted fault %s applies to the code', (name) => {
  const hunks = parseHunks(readFileSync(join(BUGS, name), 'utf8'));
  expect(hunks).not.toEqual([]);
  for (const hunk of hunks)
    expect(readFileSync(join(ROOT, hunk.file), 'utf8'), hunk.file).toContain(findReplacedText(hunk));
});
