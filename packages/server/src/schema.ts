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

const readSchema = (slice: string): string =>
  readFileSync(new URL(`${slice}/schema.sql`, import.meta.url), 'utf8');

/** Creates the tables of the first schema. Later changes are further migrations. */
const createSchema: Migration = {
  up: async (db) => {
    for (const slice of SCHEMA_SLICES) await sql.raw(readSchema(slice)).execute(db);
  },
};

/** Stores the channels to which the radios of a device listened. */
const addNearbyChannels: Migration = {
  up: (db) => db.schema.alterTable('device_state').addColumn('nearby_channels', 'jsonb').execute(),
};

const createRfTables: Migration = {
  up: async (db) => {
    await sql.raw(readSchema('rf')).execute(db);
  },
};

/** Applies channel plans: waves with their own time, and what a run has changed. */
const addRfApplications: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('jobs')
      .addColumn('wave_at', 'timestamptz')
      .addColumn('wave_seconds', 'integer')
      .execute();
    await sql.raw(readFileSync(new URL('rf/applications.sql', import.meta.url), 'utf8')).execute(db);
  },
};

const addRadarFinds: Migration = {
  up: async (db) => {
    await sql.raw(readFileSync(new URL('devices/radar.sql', import.meta.url), 'utf8')).execute(db);
  },
};

const addAutomaticRuns: Migration = {
  up: async (db) => {
    await sql.raw(readFileSync(new URL('rf/automatic.sql', import.meta.url), 'utf8')).execute(db);
  },
};

const addRfScans: Migration = {
  up: async (db) => {
    await sql.raw(readFileSync(new URL('rf/scans.sql', import.meta.url), 'utf8')).execute(db);
  },
};

const createBackups: Migration = {
  up: async (db) => {
    await sql.raw(readSchema('backups')).execute(db);
  },
};

const addAutomaticBackups: Migration = {
  up: async (db) => {
    await sql.raw(readFileSync(new URL('backups/automatic.sql', import.meta.url), 'utf8')).execute(db);
  },
};

const addBackupParts: Migration = {
  up: async (db) => {
    await sql.raw(readFileSync(new URL('backups/device-part.sql', import.meta.url), 'utf8')).execute(db);
  },
};

const createReplacements: Migration = {
  up: async (db) => {
    await sql.raw(readFileSync(new URL('devices/replacements.sql', import.meta.url), 'utf8')).execute(db);
  },
};

const createSandboxes: Migration = {
  up: async (db) => {
    await sql.raw(readSchema('sandboxes')).execute(db);
  },
};

const addRestoreDrills: Migration = {
  up: async (db) => {
    await sql.raw(readFileSync(new URL('backups/drills/drills.sql', import.meta.url), 'utf8')).execute(db);
  },
};

/** Stores the reports of recorders, and lets one disk of a recorder be formatted at a time. */
const addRecorders: Migration = {
  up: async (db) => {
    for (const file of ['devices/recording/recorders.sql', 'jobs/disk-format.sql'])
      await sql.raw(readFileSync(new URL(file, import.meta.url), 'utf8')).execute(db);
  },
};

/** Stores reports and pictures of cameras and promised days, and lets a device have several alarms of a watched kind. */
const addCameras: Migration = {
  up: async (db) => {
    for (const file of [
      'devices/recording/cameras.sql',
      'alarms/watched-subjects.sql',
      'video/pictures/pictures.sql',
    ])
      await sql.raw(readFileSync(new URL(file, import.meta.url), 'utf8')).execute(db);
  },
};

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-schema': createSchema,
  '0002-nearby-channels': addNearbyChannels,
  '0003-rf': createRfTables,
  '0004-rf-applications': addRfApplications,
  '0005-rf-radar': addRadarFinds,
  '0006-rf-automatic': addAutomaticRuns,
  '0007-rf-scans': addRfScans,
  '0008-backups': createBackups,
  '0009-automatic-backups': addAutomaticBackups,
  '0010-device-part': addBackupParts,
  '0011-replacements': createReplacements,
  '0012-sandboxes': createSandboxes,
  '0013-restore-drills': addRestoreDrills,
  '0014-recorders': addRecorders,
  '0015-cameras': addCameras,
};
