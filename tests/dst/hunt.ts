/** `npm run dst -- --hunt [name …]`: plants each fault of `bugs/` in a copy of the code and searches for the first seed that finds it. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
const BUGS = join(import.meta.dirname, 'bugs');
const PACKAGES = ['agent', 'contract', 'device-plane', 'runtime'];
export const MAX_SEEDS = 10_000;

/** Copies the packages to a tree in which a fault can be planted, and links everything else. */
async function copyCode(): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'northlight-hunt-'));
  const modules = join(tree, 'node_modules');
  await mkdir(join(modules, '@northlight'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name !== '@northlight') await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  for (const name of PACKAGES) {
    const copy = join(tree, 'packages', name);
    await cp(join(ROOT, 'packages', name), copy, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
    await symlink(copy, join(modules, '@northlight', name));
  }
  await cp(join(ROOT, 'tests', 'dst'), join(tree, 'tests', 'dst'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(tree, 'package.json'));
  return tree;
}

/** Returns the first seed whose story detects the planted fault; undefined if none does. */
async function findDetectingSeed(bug: string, seeds: number): Promise<number | undefined> {
  const tree = await copyCode();
  try {
    await run('patch', ['-p1', '--quiet', '-i', join(BUGS, `${bug}.patch`)], { cwd: tree });
    const args = ['tests/dst/run.ts', '--seeds', String(seeds), '--first'];
    const { stdout } = await run(process.execPath, args, { cwd: tree }).catch(
      (error: { stdout: string }) => error,
    );
    const [, seed] = /^seed (\d+): /m.exec(stdout) ?? [];
    return seed === undefined ? undefined : Number(seed);
  } finally {
    await rm(tree, { recursive: true });
  }
}

/** Searches for the named faults, or for all, in `seeds` stories each; returns the exit code. */
export async function findDetectingSeeds(
  names: readonly string[],
  { seeds, threads }: { readonly seeds: number; readonly threads: number },
  print: (text: string) => void,
): Promise<number> {
  const all = (await readdir(BUGS)).map((file) => file.replace(/\.patch$/, '')).sort();
  const waiting = names.length > 0 ? [...names] : all;
  const count = waiting.length;
  let found = 0;
  const hunter = async (): Promise<void> => {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
      const seed = await findDetectingSeed(bug, seeds);
      if (seed !== undefined) found++;
      print(`${bug}: ${seed === undefined ? `not found in ${seeds} seeds` : `found by seed ${seed}`}`);
    }
  };
  await Promise.all(Array.from({ length: threads }, hunter));
  print(`${found} of ${count} planted faults found`);
  return found === count ? 0 : 1;
}
