/** `npm run check`: everything that needs no browser and no root. */
import { readdirSync } from 'node:fs';
import { runProgram } from './run-program.ts';

const STEPS: readonly (readonly [title: string, program: string, args: readonly string[]])[] = [
  ...readdirSync('packages').map((name) => [`types of ${name}`, 'tsc', ['-p', `packages/${name}`]] as const),
  ['types of the contract tests', 'tsc', ['-p', 'packages/contract/tsconfig.test.json']],
  ['types of scripts and tests', 'tsc', ['-p', '.']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings', '.']],
  ['format', 'oxfmt', ['--check', '.']],
  ['unused code', 'knip', []],
  ['unit and API tests', 'vitest', ['run']],
];

export async function check(): Promise<number> {
  const [major] = process.versions.node.split('.');
  if (major !== '24') {
    console.error(`check needs Node 24, this is ${process.version}`);
    return 1;
  }
  for (const [title, program, args] of STEPS) {
    console.error(`— ${title}`);
    const code = await runProgram(program, args);
    if (code !== 0) {
      console.error(`check failed: ${title}`);
      return code;
    }
  }
  return 0;
}
