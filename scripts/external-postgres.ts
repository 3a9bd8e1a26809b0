/** Suites that depend on the database against Debian's PostgreSQL, in a cluster of this run: the same SQL serves both. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runProgram } from './run-program.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const NOBODY = 65534;
/** Suites of stores, migrations, raw SQL and limits under parallel calls; `npm run test:long` runs all of them. */
const SQL_SUITES = [
  'accounts/admin.test',
  'accounts/second-factor.test',
  'alarms/list.test',
  'audit/chain.test',
  'clients',
  'devices/list.test',
  'devices/lock-order.test',
  'devices/openwifi/authorities.test',
  'devices/plane-store',
  'devices/waiting',
  'housekeeping.test',
  'logs',
  'network/drafts.test',
  'network/drift.test',
  'network/secrets.test',
  'platform/db/csv-sql.test',
  'platform/db/migrate.test',
  'platform/files',
  'projects/device-verifier.test',
  'projects/routes.test',
  'telemetry',
  'testing/race',
].map((path) => `packages/server/src/${path}`);

/** Why it cannot run here; undefined when it can. */
export const missingPostgres15 = (): string | undefined =>
  existsSync(join(BIN, 'postgres'))
    ? undefined
    : 'PostgreSQL 15 is not installed (Debian package postgresql-15)';

export async function testOnPostgres15(suites: readonly string[] = SQL_SUITES): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'nl-pg15-'));
  chmodSync(directory, 0o711);
  const cluster = join(directory, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ('uid' in user) {
    chownSync(cluster, NOBODY, NOBODY);
    chownSync(directory, NOBODY, NOBODY);
  }
  execFileSync(
    join(BIN, 'initdb'),
    ['-D', cluster, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '-A', 'trust'],
    { ...user, cwd: '/', stdio: 'ignore' },
  );
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${directory}`];
  const server = spawn(join(BIN, 'postgres'), ['-D', cluster, ...settings], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  try {
    while (!existsSync(join(directory, '.s.PGSQL.5432')) && server.exitCode === null) await wait(20);
    await wait(300);
    const url = `postgresql://postgres@/postgres?host=${encodeURIComponent(directory)}`;
    return await runProgram('vitest', ['run', ...suites], { env: { ...process.env, DATABASE_URL: url } });
  } finally {
    server.kill('SIGINT');
    await exited;
    rmSync(directory, { recursive: true, force: true });
  }
}
