/** Runs suites that depend on the database on Debian's PostgreSQL 15, in a temporary cluster. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  createClusterDirectory,
  findFastDirectory,
} from '../packages/server/src/testing/cluster-directory.ts';
import { runProgram } from './run-program.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const UNPRIVILEGED_ID = 65534;
/** Suites of stores, migrations, raw SQL and limits under parallel calls. */
export const SQL_SUITES = [
  'accounts/admin',
  'accounts/second-factor',
  'alarms/list.test',
  'audit/chain.test',
  'clients',
  'devices/list.test',
  'devices/lock-order.test',
  'devices/openwifi/authorities.test',
  'plane-store',
  'devices/waiting',
  'housekeeping.test',
  'logs',
  'network/drafts.test',
  'network/drift.test',
  'network/push-plans.test',
  'network/secrets.test',
  'platform/db/csv-sql.test',
  'platform/db/migrate.test',
  'platform/files',
  'projects/device-verifier.test',
  'projects/routes.test',
  'telemetry',
  'testing/race',
].map((path) => `packages/server/src/${path}`);

/** Returns the reason if PostgreSQL 15 cannot run here; undefined otherwise. */
export const explainMissingPostgres15 = (): string | undefined =>
  existsSync(join(BIN, 'postgres'))
    ? undefined
    : 'PostgreSQL 15 is not installed (Debian package postgresql-15)';

/** `npm run test:postgres15`: runs the SQL suites, or the named files, on PostgreSQL 15. */
export async function testOnPostgres15(args: readonly string[]): Promise<number> {
  await using postgres = await startPostgres15();
  const files = args.some((arg) => arg.endsWith('.ts')) ? [] : SQL_SUITES;
  return await runProgram('vitest', ['run', ...files, ...args], {
    env: { ...process.env, DATABASE_URL: postgres.url },
  });
}

interface RunningPostgres extends AsyncDisposable {
  readonly url: string;
}

/** Starts a temporary cluster, which ends with its disposal or with this process. */
export async function startPostgres15(): Promise<RunningPostgres> {
  await using starting = new AsyncDisposableStack();
  const { path } = starting.use(createClusterDirectory('nl-pg15-', findFastDirectory()));
  const cluster = join(path, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
  if ('uid' in user) for (const owned of [cluster, path]) chownSync(owned, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  execFileSync(
    join(BIN, 'initdb'),
    ['-D', cluster, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '-A', 'trust'],
    { ...user, cwd: '/', stdio: 'ignore' },
  );
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${path}`,
    'fsync=off',
    'full_page_writes=off',
  ];
  const server = spawn(
    join(BIN, 'postgres'),
    ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: '/', stdio: 'ignore' },
  );
  while (!existsSync(join(path, '.s.PGSQL.5432')) && server.exitCode === null) await wait(20);
  if (server.exitCode !== null) throw new Error(`PostgreSQL 15 ended with code ${server.exitCode}.`);
  await wait(300);
  const disposal = starting.move();
  return {
    url: `postgresql://postgres@/postgres?host=${encodeURIComponent(path)}`,
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}
