/** `npm run test:proofs`: runs the tests with the tag `proof`, which `npm run check` leaves out. */
import { globSync, readFileSync } from 'node:fs';
import { runProgram } from './run-program.ts';

const TAGGED = /\btags: \['proof'\]/;

/** Returns the test files that contain a proof, so that vitest does not load the others. */
const listProofFiles = (): string[] =>
  globSync(['packages/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts']).filter((file) =>
    TAGGED.test(readFileSync(file, 'utf8')),
  );

/** `args` are files and options of vitest. */
export function runProofs(
  args: readonly string[] = [],
  options: Parameters<typeof runProgram>[2] = {},
): Promise<number> {
  const files = args.some((arg) => !arg.startsWith('-')) ? [] : listProofFiles();
  return runProgram('vitest', ['run', '--tags-filter', 'proof', ...files, ...args], options);
}
