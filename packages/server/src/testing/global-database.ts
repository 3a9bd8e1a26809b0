/** Vitest global setup: one PostgreSQL for the whole run, the embedded one unless DATABASE_URL names another. */
import type { TestProject } from 'vitest/node';
import './provided-context.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { clusterDirectory } from './cluster-directory.ts';
import { makeTemplateDatabase } from './test-database.ts';

/** A run's data is lost with it: nothing has to survive a power cut. Durability has tests of its own in tests/process. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['DATABASE_URL'];
  if (external) {
    await makeTemplateDatabase(external);
    project.provide('databaseUrl', external);
    return () => Promise.resolve();
  }
  const directory = clusterDirectory('nl-test-');
  const postgres = await startEmbeddedPostgres(directory.path, NOT_DURABLE);
  await makeTemplateDatabase(postgres.url);
  project.provide('databaseUrl', postgres.url);
  return async () => directory[Symbol.asyncDispose]();
}
