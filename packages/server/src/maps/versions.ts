import {
  DomainError,
  type FloorPlan,
  MAP_PROJECT_MAX_BYTES,
  MAP_VERSIONS_MAX,
  MAP_VERSIONS_MAX_BYTES,
  type MapName,
  type PlanDifference,
} from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';
import { sql } from 'kysely';
import { insertRows } from '../platform/db/insert-rows.ts';
import type { Tx } from '../platform/db/database.ts';

export interface NewVersion {
  readonly mapId: string;
  readonly projectId: number;
  readonly plan: FloorPlan;
  readonly version: number;
  readonly difference: PlanDifference;
  /** Name of the account that saves it. */
  readonly by: string;
  readonly at: Date;
}

/**
 * Inserts a version with the places of its devices, and deletes versions above the limits of a plan that no draft is based
 * on, from the oldest. Throws `storageFull` if the plans of the project are too large then.
 */
export async function insertVersion(
  tx: Tx,
  { at, by, difference, mapId, plan, projectId, version }: NewVersion,
): Promise<void> {
  const text = JSON.stringify(plan);
  await tx
    .insertInto('map_versions')
    .values({
      map_id: mapId,
      version,
      plan: text,
      bytes: Buffer.byteLength(text),
      ...difference,
      changed_by: by,
      changed_at: at,
    })
    .execute();
  await tx.deleteFrom('map_devices').where('map_id', '=', mapId).execute();
  if (plan.devices.length > 0)
    await insertRows(
      tx,
      'map_devices',
      plan.devices.map(({ deviceId }) => ({ device_id: deviceId, map_id: mapId })),
    )
      // A device that has come from another project keeps the place of that project until now.
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ map_id: mapId }))
      .execute();
  await deleteOldVersions(tx, mapId, version);
  await checkPlanStorage(tx, projectId);
}

/** Deletes versions beyond the newest ones that have `MAP_VERSIONS_MAX` and `MAP_VERSIONS_MAX_BYTES`. */
async function deleteOldVersions(tx: Tx, mapId: string, latest: number): Promise<void> {
  await sql`
    delete from map_versions using (
      select version, sum(bytes) over (order by version desc) as bytes
      from map_versions where map_id = ${mapId}
    ) as newer
    where map_versions.map_id = ${mapId} and map_versions.version = newer.version
      and map_versions.version < ${latest}
      and (map_versions.version <= ${latest - MAP_VERSIONS_MAX} or newer.bytes > ${MAP_VERSIONS_MAX_BYTES})
      and not exists (
        select from document_drafts
        where document = 'map' and subject = map_versions.map_id::text and base_version = map_versions.version
      )`.execute(tx);
}

/** Throws `storageFull` if the versions and drafts of a project's plans are larger than `MAP_PROJECT_MAX_BYTES`. */
export async function checkPlanStorage(tx: Tx, projectId: number): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from (
      select bytes from maps join map_versions on map_versions.map_id = maps.id where project_id = ${projectId}
      union all
      select bytes from document_drafts where document = 'map' and project_id = ${projectId}
    ) as plans`.execute(tx);
  if ((rows[0]?.bytes ?? 0) > MAP_PROJECT_MAX_BYTES)
    throw new DomainError('storageFull', {
      status: 409,
      message: `The floor plans of a project with their versions can have ${MAP_PROJECT_MAX_BYTES / 2 ** 20} MB in total. Delete floor plans first.`,
    });
}

/** Returns the columns of a floor plan's name. Its key is unique in the project. */
export const toNameColumns = ({ building, floor, name }: MapName) => ({
  name,
  name_key: `${normalizeName(building)}\n${normalizeName(name)}`,
  building,
  floor,
});
