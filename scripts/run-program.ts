import { spawn } from 'node:child_process';

/** Runs a program to its end and answers its exit code; signals go on to it. Its output goes where `output` says. */
export function runProgram(
  program: string,
  args: readonly string[],
  { env = process.env, output = 'inherit' }: { env?: NodeJS.ProcessEnv; output?: 'inherit' | number } = {},
): Promise<number> {
  const child = spawn(program, args, { stdio: ['inherit', output, output], env });
  const pass = (signal: NodeJS.Signals) => (): void => void child.kill(signal);
  const [onTerm, onInt] = [pass('SIGTERM'), pass('SIGINT')];
  process.on('SIGTERM', onTerm);
  process.on('SIGINT', onInt);
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', onTerm);
      process.off('SIGINT', onInt);
      resolve(code ?? (signal ? 128 : 1));
    });
  });
}
