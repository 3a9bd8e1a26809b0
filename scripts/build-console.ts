import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finishConsole } from './finish-console.ts';

const SOURCES = [
  'packages/web',
  'packages/contract/src',
  'package-lock.json',
  'scripts/finish-console.ts',
  'scripts/console-pages.ts',
];
const DIST = 'packages/web/dist/';
const STAMP = `${DIST}.built`;

/**
 * Builds the console if its sources are newer than the last build; returns the exit code. Warnings go to the
 * terminal, or to `log`.
 */
export async function buildConsole({ log }: { readonly log?: string } = {}): Promise<number> {
  const newest = Math.max(...SOURCES.map(findNewestChange));
  if (existsSync(STAMP) && statSync(STAMP).mtimeMs >= newest) return 0;
  if (log === undefined) console.error('Building the console …');
  const output = log === undefined ? 'inherit' : openSync(log, 'w');
  const code = await new Promise<number>((resolve) => {
    const child = spawn('vite', ['build', 'packages/web', '--logLevel', 'warn'], {
      stdio: ['ignore', 'ignore', output],
    });
    child.once('error', () => resolve(1));
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  if (typeof output === 'number') closeSync(output);
  if (code === 0) {
    await finishConsole(DIST);
    writeFileSync(STAMP, '');
    // Uses the time of the newest source, so that a file saved during the build is newer.
    utimesSync(STAMP, newest / 1000 + 0.001, newest / 1000 + 0.001);
  }
  return code;
}

function findNewestChange(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const children = readdirSync(path, { withFileTypes: true }).filter(
    (entry) => !['dist', 'node_modules'].includes(entry.name),
  );
  return Math.max(0, ...children.map((entry) => findNewestChange(join(path, entry.name))));
}
