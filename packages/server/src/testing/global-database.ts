/** Vitest global setup: starts one PostgreSQL for the run, unless DATABASE_URL names another one. */
import type { TestProject } from 'vitest/node';
import './provided-context.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { createClusterDirectory, findFastDirectory } from './cluster-directory.ts';
import { createTemplateDatabase } from './test-database.ts';

/**
 * Settings without durability, because test data need not survive a crash; tests/process covers durability.
 */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
/** Settings that limit log and cache, because the files may be in memory. */
const SMALL = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '192MB', shared_buffers: '128MB' };

export default async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['DATABASE_URL'];
  if (external) {
    await createTemplateDatabase(external);
    project.provide('databaseUrl', external);
    return () => Promise.resolve();
  }
  const directory = createClusterDirectory('nl-test-', findFastDirectory());
  const postgres = await startEmbeddedPostgres(directory.path, { ...NOT_DURABLE, ...SMALL });
  await createTemplateDatabase(postgres.url);
  project.provide('databaseUrl', postgres.url);
  return async () => directory[Symbol.asyncDispose]();
}
