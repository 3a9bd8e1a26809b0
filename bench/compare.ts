/**
 * `npm run bench:compare -- DIRECTORY P8 P10 [--runs 5]`: compares figures of this tree with those of another checkout in
 * alternating runs, so that load affects both. Prints the median of every number with the other tree's range.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { computeQuantile } from './figure.ts';

const RUNS = 5;
const TOLERANCE = 0.05;
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;
const NUMBER = /\d[\d,]*(?:\.\d+)?/g;
const FIGURE = /^[A-Za-z]\w*(?:\+\w+)? .*\(goal .*\) (?:ok|MISS)$/;

interface Measured {
  /** Numbers in this line of the output from left to right, one list per run. */
  readonly runs: number[][];
  text: string;
}

/** Figures by name, and by the index of the line among those with the name. */
type Figures = Map<string, Measured>;

const run = promisify(execFile);

async function measure(directory: string, names: readonly string[], into: Figures): Promise<void> {
  const options = { cwd: directory, maxBuffer: OUTPUT_MAX_BYTES, env: cleanEnvironment() };
  const { stdout } = await run('npm', ['run', '--silent', 'bench', '--', ...names], options);
  const places = new Map<string, number>();
  for (const line of stdout.split('\n').filter((each) => FIGURE.test(each))) {
    const [id = ''] = line.split(' ');
    const place = places.get(id) ?? 0;
    places.set(id, place + 1);
    const text = line.slice(id.length + 1, line.lastIndexOf(' (goal'));
    const known = into.get(`${id}.${place}`) ?? { runs: [], text };
    known.runs.push([...text.matchAll(NUMBER)].map(([number]) => Number(number.replaceAll(',', ''))));
    known.text = text;
    into.set(`${id}.${place}`, known);
  }
}

/** Removes this tree's programs from PATH, so that the other tree finds its own. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const path = (process.env['PATH'] ?? '').split(':').filter((part) => !part.includes('node_modules'));
  return { ...process.env, PATH: path.join(':'), NODE_COMPILE_CACHE: undefined };
}

/**
 * Returns one line per number: `P8.0 [0] 2.10 → 2.05 (−2%), other runs 2.01–2.20`. A star marks a number that
 * differs by more than `TOLERANCE` and is outside the range of the other runs.
 */
function compare(name: string, mine: Measured, other: Measured): string[] {
  const count = Math.min(...[...mine.runs, ...other.runs].map(({ length }) => length));
  return Array.from({ length: count }, (_, index) => {
    const column = ({ runs }: Measured): number[] => runs.map((numbers) => numbers[index] ?? Number.NaN);
    const [before, after] = [computeQuantile(column(other), 0.5), computeQuantile(column(mine), 0.5)];
    const [least, most] = [Math.min(...column(other)), Math.max(...column(other))];
    const change = after / before - 1;
    const isOutside = Math.abs(change) > TOLERANCE && (after < least || after > most);
    const percent = `${change >= 0 ? '+' : '−'}${Math.abs(change * 100).toFixed(1)}%`;
    return `${isOutside ? '*' : ' '} ${name} [${index}] ${before} → ${after} (${percent}), other runs ${least}–${most}`;
  });
}

const args = process.argv.slice(2);
const at = args.indexOf('--runs');
const runs = at < 0 ? RUNS : Number(args.splice(at, 2)[1]);
const [directory, ...names] = args;
if (directory === undefined || names.length === 0 || !Number.isInteger(runs) || runs < 1) {
  console.error(
    'Name the directory of another checkout and the figures: npm run bench:compare -- ../old P8 P10',
  );
  process.exitCode = 1;
} else {
  const [mine, other]: [Figures, Figures] = [new Map(), new Map()];
  for (let round = 0; round < runs; round++) {
    console.error(`round ${round + 1} of ${runs}`);
    const order = [() => measure(directory, names, other), () => measure('.', names, mine)];
    for (const next of round % 2 === 0 ? order : order.toReversed()) await next();
  }
  for (const [name, measured] of mine) {
    const before = other.get(name);
    console.log(`${name.split('.')[0]}: ${measured.text}`);
    if (before) for (const line of compare(name, measured, before)) console.log(line);
    else console.log('  the other tree has no such figure');
  }
}
