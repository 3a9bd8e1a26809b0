import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { listChildren, readCommandLine, isRecovering } from './postmaster-watch.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'nl-pg-'));
  chmodSync(directory, 0o711);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

test('syncs commits and keeps the data of a cluster over a restart', { timeout: 60_000 }, async () => {
  const first = await startEmbeddedPostgres(directory);
  await query(first.url, 'create table kept (n int)');
  await query(first.url, 'insert into kept values (7)');
  expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  await first.stop();
  await first.exited;
  const second = await startEmbeddedPostgres(directory);
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  await second.stop();
});

test(
  'adopts a running postmaster and removes a lock whose process is another program',
  { tags: ['proof'], timeout: 60_000 },
  async () => {
    const first = await startEmbeddedPostgres(directory);
    const adopted = await startEmbeddedPostgres(directory);
    expect(adopted.pid).toBe(first.pid);
    await adopted.stop();
    writeFileSync(join(directory, 'postgres', 'postmaster.pid'), `${process.pid}\n`);
    const second = await startEmbeddedPostgres(directory);
    expect(second.pid).not.toBe(process.pid);
    await second.stop();
  },
);

test(
  'stops a PostgreSQL that hangs because its recovery process died',
  { tags: ['proof'], timeout: 60_000 },
  async () => {
    const first = await startEmbeddedPostgres(directory);
    const client = new pg.Client({ connectionString: first.url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    const recovering = () => listChildren(first.pid)?.find((pid) => isRecovering(readCommandLine(pid)));
    let recovery: number | undefined;
    while ((recovery = recovering()) === undefined) await turn();
    process.kill(recovery, 'SIGABRT');
    await first.exited;
    const second = await startEmbeddedPostgres(directory);
    expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    await second.stop();
  },
);

test(
  'rejects a cluster of another major version with one sentence',
  { tags: ['proof'], timeout: 60_000 },
  async () => {
    const first = await startEmbeddedPostgres(directory);
    await first.stop();
    const file = join(directory, 'postgres', 'PG_VERSION');
    expect(readFileSync(file, 'utf8').trim()).toBe('18');
    writeFileSync(file, '17\n');
    await expect(startEmbeddedPostgres(directory)).rejects.toThrow(/created by PostgreSQL 17/);
  },
);
