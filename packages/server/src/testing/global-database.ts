/** Vitest global setup: one PostgreSQL for the whole run, the embedded one unless DATABASE_URL names another. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import './provided-context.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
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
  const directory = mkdtempSync(join(tmpdir(), 'nl-test-'));
  chmodSync(directory, 0o711);
  const postgres = await startEmbeddedPostgres(directory, NOT_DURABLE);
  await makeTemplateDatabase(postgres.url);
  project.provide('databaseUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
