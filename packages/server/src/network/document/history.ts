import {
  type Api,
  type ConfigChange,
  describeChanges,
  describeDeviceChanges,
  type DeviceSettings,
  DomainError,
  type DraftDevice,
  EMPTY_NETWORK_CONFIG,
  type HandlerInput,
  HISTORY_SHOWN_CHANGES,
  type HistoryEntry,
  isSame,
  type NetworkConfig,
} from '@northlight/contract';
import type { Selectable } from 'kysely';
import type { Db, DbOrTx, Tx } from '../../platform/db/database.ts';
import { cutPage, presentPage } from '../../platform/db/cut-page.ts';
import { containsText, compareIgnoringCase } from '../../platform/db/text-match.ts';
import { presentFacts, loadSettingsDevices, type SettingsDevice } from '../settings/settings-devices.ts';
import type { AppliedDevice, NetworkHistoryTable } from '../tables.ts';

/** A version with the configuration of the version before it, which is null for the first one. */
type Row = Omit<Selectable<NetworkHistoryTable>, 'project_id'> & { readonly before: NetworkConfig | null };

const selectEntries = (db: Db, projectId: number) =>
  db
    .selectFrom('network_history as entry')
    .select(['version', 'changed_by', 'changed_at', 'title', 'job_id', 'config', 'device_changes'])
    .select((query) =>
      query
        .selectFrom('network_history as earlier')
        .select('earlier.config')
        .whereRef('earlier.project_id', '=', 'entry.project_id')
        .whereRef('earlier.version', '<', 'entry.version')
        .where('earlier.config', 'is not', null)
        .orderBy('earlier.version', 'desc')
        .limit(1)
        .as('before'),
    )
    .where('entry.project_id', '=', projectId);

function presentEntry(row: Row): HistoryEntry {
  const { before, changed_at, changed_by, config, device_changes, job_id, title, version } = row;
  const changes = [
    ...(config ? describeChanges(before ?? EMPTY_NETWORK_CONFIG, config) : []),
    ...(device_changes ?? []).flatMap(({ changes: lines }) => lines),
  ];
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
  const later = await listDeviceChanges(db, projectId, { after: version });
  return {
    ...presentEntry(row),
    config: row.config ?? row.before ?? EMPTY_NETWORK_CONFIG,
    devices: await presentDeviceStates(
      db,
      projectId,
      new Map(later.toReversed().map(({ before, deviceId }) => [deviceId, before] as const)),
    ),
  };
}

/** Returns devices whose present settings differ from these, staged with these. */
async function presentDeviceStates(
  db: DbOrTx,
  projectId: number,
  settings: ReadonlyMap<string, DeviceSettings>,
): Promise<DraftDevice[]> {
  if (settings.size === 0) return [];
  const devices = await loadSettingsDevices(db, projectId, [...settings.keys()]);
  return [...devices.values()].flatMap((device) => {
    const then = settings.get(device.id) ?? {};
    if (isSame(then, device.settings)) return [];
    const { id: deviceId, settings: base, version: baseVersion } = device;
    return [{ ...presentFacts(device), deviceId, baseVersion, base, settings: then }];
  });
}

/** Lists the changes of device settings of the versions in `(after, until]`, earliest first. */
async function listDeviceChanges(
  db: DbOrTx,
  projectId: number,
  { after, until }: { readonly after: number; readonly until?: number },
): Promise<AppliedDevice[]> {
  const rows = await db
    .selectFrom('network_history')
    .select('device_changes')
    .where('project_id', '=', projectId)
    .where('version', '>', after)
    .where('device_changes', 'is not', null)
    .$if(until !== undefined, (query) => query.where('version', '<=', until ?? after))
    .orderBy('version')
    .execute();
  return rows.flatMap(({ device_changes: changes }) => changes ?? []);
}

/** Returns the configuration of a version; undefined when it was never applied. Version 0 is empty. */
export async function readVersion(
  db: DbOrTx,
  projectId: number,
  version: number,
): Promise<NetworkConfig | undefined> {
  if (version === 0) return EMPTY_NETWORK_CONFIG;
  const rows = await db
    .selectFrom('network_history')
    .select(['version', 'config'])
    .where('project_id', '=', projectId)
    .where('version', '<=', version)
    .where((where) => where.or([where('version', '=', version), where('config', 'is not', null)]))
    .orderBy('version', 'desc')
    .limit(2)
    .execute();
  if (rows[0]?.version !== version) return undefined;
  return rows.find(({ config }) => config !== null)?.config ?? EMPTY_NETWORK_CONFIG;
}

/** Returns the number of the latest version of a project; 0 before the first one. */
export async function readLatestVersion(db: DbOrTx, projectId: number): Promise<number> {
  const row = await db
    .selectFrom('network_history')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Selects the configurations before the applied one with their versions, latest first. */
export const listRecentVersions = (
  db: DbOrTx,
  projectId: number,
  limit: number,
): Promise<{ readonly config: NetworkConfig; readonly version: number }[]> =>
  db
    .selectFrom('network_history')
    .select(['version', 'config'])
    .where('project_id', '=', projectId)
    .where('config', 'is not', null)
    .$narrowType<{ config: NetworkConfig }>()
    .orderBy('version', 'desc')
    .offset(1)
    .limit(limit)
    .execute();

/**
 * Returns the differences from version `since` to `version`; `since` may be the later version. Settings of devices that have
 * left the project are omitted.
 */
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
  const [from, to] = since < version ? [since, version] : [version, since];
  const changes = await listDeviceChanges(db, projectId, { after: from, until: to });
  const before = new Map(changes.toReversed().map((change) => [change.deviceId, change.before] as const));
  const after = new Map(changes.map((change) => [change.deviceId, change.after] as const));
  const [old, present] = since < version ? [before, after] : [after, before];
  const devices = before.size > 0 ? await loadSettingsDevices(db, projectId, [...before.keys()]) : new Map();
  return [
    ...describeChanges(then, now),
    ...[...devices.values()].flatMap((device: SettingsDevice) =>
      describeDeviceChanges(
        { ...presentFacts(device), deviceId: device.id },
        old.get(device.id) ?? {},
        present.get(device.id) ?? {},
      ),
    ),
  ];
}

const createUnknownVersionError = (version: number): DomainError =>
  new DomainError('invalidParameters', {
    status: 404,
    message: `Version ${version} was never applied in this project.`,
  });

/** Deletes a project's configuration with its history and secrets. */
export async function deleteProjectNetwork(tx: Tx, projectId: number): Promise<void> {
  for (const table of ['network_configs', 'network_history', 'network_editors', 'network_secrets'] as const)
    await tx.deleteFrom(table).where('project_id', '=', projectId).execute();
}
