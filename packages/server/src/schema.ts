import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Slices with tables, each in its `schema.sql`, in the order of their references. */
export const SCHEMA_SLICES = [
  'accounts',
  'audit',
  'projects',
  'sharing',
  'devices',
  'jobs',
  'firmware',
  'tunnels',
  'network',
  'templates',
  'clients',
  'telemetry',
  'alarms',
  'logs',
  'messages',
  'topology',
  'maps',
  'platform',
] as const;

export const readSchema = (slice: (typeof SCHEMA_SLICES)[number]): string =>
  readFileSync(new URL(`${slice}/schema.sql`, import.meta.url), 'utf8');

/** Creates all tables. Later changes of a released schema are further migrations. */
const createSchema: Migration = {
  up: async (db) => {
    for (const slice of SCHEMA_SLICES) await sql.raw(readSchema(slice)).execute(db);
  },
};

export const MIGRATIONS: Readonly<Record<string, Migration>> = { '0001-schema': createSchema };
