import {
  type Api,
  type ConfigChange,
  describeChanges,
  DomainError,
  EMPTY_NETWORK_CONFIG,
  type HandlerInput,
  HISTORY_SHOWN_CHANGES,
  type HistoryEntry,
  type NetworkConfig,
} from '@northlight/contract';
import type { Selectable } from 'kysely';
import type { Db, DbOrTx, Tx } from '../platform/db/database.ts';
import { cutPage, presentPage } from '../platform/db/cut-page.ts';
import { containsText, compareIgnoringCase } from '../platform/db/text-match.ts';
import type { NetworkHistoryTable } from './tables.ts';

/** A version with the configuration of the version before it, which is null for the first one. */
type Row = Omit<Selectable<NetworkHistoryTable>, 'project_id'> & { readonly before: NetworkConfig | null };

const selectEntries = (db: Db, projectId: number) =>
  db
    .selectFrom('network_history as entry')
    .select(['version', 'changed_by', 'changed_at', 'title', 'job_id', 'config'])
    .select((query) =>
      query
        .selectFrom('network_history as earlier')
        .select('earlier.config')
        .whereRef('earlier.project_id', '=', 'entry.project_id')
        .whereRef('earlier.version', '<', 'entry.version')
        .orderBy('earlier.version', 'desc')
        .limit(1)
        .as('before'),
    )
    .where('entry.project_id', '=', projectId);

function presentEntry({ before, changed_at, changed_by, config, job_id, title, version }: Row): HistoryEntry {
  const changes = describeChanges(before ?? EMPTY_NETWORK_CONFIG, config);
  return {
    version,
    title,
    changedBy: changed_by,
    changedAt: changed_at.toISOString(),
    ...(job_id && { jobId: job_id }),
    changes: changes.slice(0, HISTORY_SHOWN_CHANGES),
    changeCount: changes.length,
  };
}

export interface FirstConfig {
  readonly by: string;
  readonly at: Date;
  readonly title: string;
  /** Number of the version; 1 unless the project has a simulated past. */
  readonly version?: number | undefined;
}

/** Stores the first configuration of a project that is created with a configuration. Pushes nothing. */
export async function storeFirstConfig(
  tx: DbOrTx,
  projectId: number,
  config: NetworkConfig,
  { at, by, title, version = 1 }: FirstConfig,
): Promise<void> {
  const row = {
    project_id: projectId,
    version,
    config: JSON.stringify(config),
    changed_by: by,
    changed_at: at,
  };
  await tx.insertInto('network_configs').values(row).execute();
  await tx
    .insertInto('network_history')
    .values({ ...row, title })
    .execute();
}

type HistoryQuery = HandlerInput<Api['networkHistoryList']>['query'];

/** Lists the applied configurations, latest first. The cursor is the last version of the previous page. */
export async function listHistory(
  db: Db,
  projectId: number,
  { changedBy, cursor, limit, search }: HistoryQuery,
) {
  let query = selectEntries(db, projectId);
  if (search !== undefined) query = query.where(containsText(['title', 'changed_by'], search));
  if (changedBy !== undefined) query = query.where(compareIgnoringCase('changed_by', changedBy));
  if (cursor !== undefined) query = query.where('version', '<', Number(cursor));
  const rows = await query
    .orderBy('version', 'desc')
    .limit(limit + 1)
    .execute();
  return presentPage(
    cutPage(rows, limit, ({ version }) => String(version)),
    presentEntry,
  );
}

export async function readEntry(db: Db, projectId: number, version: number) {
  const row = await selectEntries(db, projectId).where('version', '=', version).executeTakeFirst();
  if (!row) throw createUnknownVersionError(version);
  return { ...presentEntry(row), config: row.config };
}

/** Returns the configuration of a version; undefined when it was never applied. Version 0 is empty. */
export async function readVersion(
  db: DbOrTx,
  projectId: number,
  version: number,
): Promise<NetworkConfig | undefined> {
  if (version === 0) return EMPTY_NETWORK_CONFIG;
  const row = await db
    .selectFrom('network_history')
    .select('config')
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.config;
}

/** Selects the versions before the applied one, latest first, with their configurations. */
export const listRecentVersions = (
  db: DbOrTx,
  projectId: number,
  limit: number,
): Promise<Pick<Selectable<NetworkHistoryTable>, 'config' | 'version'>[]> =>
  db
    .selectFrom('network_history')
    .select(['version', 'config'])
    .where('project_id', '=', projectId)
    .orderBy('version', 'desc')
    .offset(1)
    .limit(limit)
    .execute();

/** Returns the differences from version `since` to `version`; `since` may be the later version. */
export async function compareVersions(
  db: Db,
  projectId: number,
  since: number,
  version: number,
): Promise<ConfigChange[]> {
  const [then, now] = await Promise.all([
    readVersion(db, projectId, since),
    readVersion(db, projectId, version),
  ]);
  if (!then) throw createUnknownVersionError(since);
  if (!now) throw createUnknownVersionError(version);
  return describeChanges(then, now);
}

const createUnknownVersionError = (version: number): DomainError =>
  new DomainError('invalidParameters', {
    status: 404,
    message: `Version ${version} was never applied in this project.`,
  });

/** Deletes a project's configuration with its history, drafts and secrets. */
export async function deleteProjectNetwork(tx: Tx, projectId: number): Promise<void> {
  for (const table of [
    'network_configs',
    'network_history',
    'network_drafts',
    'network_editors',
    'network_secrets',
  ] as const)
    await tx.deleteFrom(table).where('project_id', '=', projectId).execute();
}
