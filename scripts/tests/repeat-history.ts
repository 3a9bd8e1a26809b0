import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Number of runs in which a test may need one repeat. */
const RUNS = 5;

/** Returns the file that keeps the repeated tests of the last runs of all checkouts on this machine. */
export const findHistoryFile = (): string =>
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'northlight', 'repeated-tests.json');

/**
 * Adds the tests that this run repeated to the history of the machine. Returns those of them that one of the
 * four runs before has repeated too.
 */
export function recordRepeats(repeated: readonly string[], file: string): readonly string[] {
  const before = readHistory(file).slice(-(RUNS - 1));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify([...before, repeated], undefined, 2));
  return repeated.filter((name) => before.some((run) => run.includes(name)));
}

/** Returns the repeated tests by run, oldest first; empty if the file is absent or damaged. */
function readHistory(file: string): readonly (readonly string[])[] {
  try {
    const runs: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(runs) ? runs.filter((run): run is string[] => Array.isArray(run)) : [];
  } catch {
    return [];
  }
}
