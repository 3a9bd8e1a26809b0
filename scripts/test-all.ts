import { buildConsole } from './build-console.ts';
import { check } from './check.ts';
import { runProgram } from './run-program.ts';

/** `npm test`: everything that can be shown on this machine, and in words what cannot. */
export async function testAll(): Promise<number> {
  const steps: readonly (() => Promise<number>)[] = [
    check,
    buildConsole,
    () => runProgram('vitest', ['run', '--config', 'vitest.e2e.config.ts']),
    () => runProgram('vitest', ['run', '--config', 'vitest.lab.config.ts']),
  ];
  for (const step of steps) {
    const code = await step();
    if (code !== 0) return code;
  }
  return 0;
}
