import {
  DEFAULT_MATERIALS,
  DomainError,
  type FloorMap,
  type FloorPlan,
  type MapMaterials,
  type MapSummary,
  type MapVersion,
} from '@northlight/contract';
import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { deleteFileRows } from '../platform/files/account-files.ts';
import type { MapTable, MapVersionTable } from './tables.ts';

export type MapRow = Selectable<MapTable>;
export type MapVersionRow = Selectable<MapVersionTable>;

/** Creates the same error for a floor plan that was deleted and for one of another project. */
export const createUnknownMapError = (): DomainError =>
  new DomainError('invalidParameters', { status: 404, message: 'This floor plan no longer exists.' });

export async function findMap(db: DbOrTx, projectId: number, id: string): Promise<MapRow> {
  const row = await selectMap(db, projectId, id).executeTakeFirst();
  if (!row) throw createUnknownMapError();
  return row;
}

/** Locks the floor plan until the transaction ends. */
export async function lockMap(tx: Tx, projectId: number, id: string): Promise<MapRow> {
  const row = await selectMap(tx, projectId, id).forUpdate().executeTakeFirst();
  if (!row) throw createUnknownMapError();
  return row;
}

const selectMap = (db: DbOrTx, projectId: number, id: string) =>
  db.selectFrom('maps').selectAll().where('project_id', '=', projectId).where('id', '=', id);

/** Reads a version of a floor plan; undefined if it never existed or is no longer kept. */
export const readVersion = (db: DbOrTx, mapId: string, version: number): Promise<MapVersionRow | undefined> =>
  db
    .selectFrom('map_versions')
    .selectAll()
    .where('map_id', '=', mapId)
    .where('version', '=', version)
    .executeTakeFirst();

/** Reads a version of a floor plan. Throws 404 if it is not kept. */
export async function requireVersion(db: DbOrTx, map: MapRow, version = map.version): Promise<MapVersionRow> {
  const row = await readVersion(db, map.id, version);
  if (!row)
    throw new DomainError('invalidParameters', {
      status: 404,
      message: `Version ${version} of this floor plan is not kept.`,
    });
  return row;
}

/** Presents a version of a floor plan, without devices that have left the project. */
export async function presentMap(db: DbOrTx, map: MapRow, row: MapVersionRow): Promise<FloorMap> {
  return {
    id: map.id,
    name: map.name,
    building: map.building,
    floor: map.floor,
    version: row.version,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by,
    plan: await withoutRemovedDevices(db, map.project_id, row.plan),
  };
}

/** Returns the plan without devices that are not in the project. */
export async function withoutRemovedDevices(
  db: DbOrTx,
  projectId: number,
  plan: FloorPlan,
): Promise<FloorPlan> {
  const present = await readPresentDevices(
    db,
    projectId,
    plan.devices.map(({ deviceId }) => deviceId),
  );
  return { ...plan, devices: plan.devices.filter(({ deviceId }) => present.has(deviceId)) };
}

/** Returns which of the devices are in the project. */
export async function readPresentDevices(
  db: DbOrTx,
  projectId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('devices')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function listMaps(db: DbOrTx, projectId: number): Promise<MapSummary[]> {
  const rows = await db
    .selectFrom('maps')
    .innerJoin('map_versions', (join) =>
      join.onRef('map_versions.map_id', '=', 'maps.id').onRef('map_versions.version', '=', 'maps.version'),
    )
    .where('maps.project_id', '=', projectId)
    .orderBy('maps.building')
    .orderBy('maps.floor')
    .orderBy('maps.name')
    .select(['maps.id', 'maps.name', 'maps.building', 'maps.floor', 'maps.version'])
    .select(['map_versions.changed_at', 'map_versions.changed_by'])
    .select([
      sql<FloorPlan['settings']>`map_versions.plan -> 'settings'`.as('settings'),
      sql<number>`jsonb_array_length(map_versions.plan -> 'walls')`.as('walls'),
      sql<number>`(select count(*)::integer from map_devices join devices on devices.id = map_devices.device_id
        where map_devices.map_id = maps.id and devices.project_id = maps.project_id)`.as('devices'),
      sql<number>`jsonb_array_length(map_versions.plan -> 'planned')`.as('planned'),
    ])
    .execute();
  return rows.map(({ changed_at, changed_by, settings, ...row }) => ({
    ...row,
    widthM: settings.size.widthM,
    depthM: settings.size.depthM,
    pictureId: settings.pictureId,
    changedAt: changed_at.toISOString(),
    changedBy: changed_by,
  }));
}

export async function readMaterials(db: DbOrTx, projectId: number): Promise<MapMaterials> {
  const row = await db
    .selectFrom('map_materials')
    .select(['version', 'items', 'wall_losses'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row
    ? { version: row.version, items: row.items, wallLosses: row.wall_losses }
    : { version: 0, items: [...DEFAULT_MATERIALS], wallLosses: 'measured' };
}

/** Deletes the floor plans of a project, with their pictures. */
export async function deleteProjectMaps(tx: Tx, projectId: number): Promise<void> {
  await tx.deleteFrom('maps').where('project_id', '=', projectId).execute();
  await tx.deleteFrom('map_materials').where('project_id', '=', projectId).execute();
  const pictures = await tx
    .deleteFrom('map_pictures')
    .where('project_id', '=', projectId)
    .returning('id')
    .execute();
  await deleteFileRows(
    tx,
    pictures.map(({ id }) => id),
  );
}

/** Lists the kept versions of a floor plan, newest first. */
export async function listVersions(db: DbOrTx, mapId: string): Promise<MapVersion[]> {
  const rows = await db
    .selectFrom('map_versions')
    .select(['version', 'added', 'changed', 'removed', 'changed_by', 'changed_at'])
    .where('map_id', '=', mapId)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ changed_at, changed_by, ...row }) => ({
    ...row,
    changedAt: changed_at.toISOString(),
    changedBy: changed_by,
  }));
}
