import { type FloorPlan, MAP_VERSIONS_MAX, type MapName, type PlanDifference } from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';
import { insertRows } from '../platform/db/insert-rows.ts';
import type { Tx } from '../platform/db/database.ts';

export interface NewVersion {
  readonly mapId: string;
  readonly plan: FloorPlan;
  readonly version: number;
  readonly difference: PlanDifference;
  /** Name of the account that saves it. */
  readonly by: string;
  readonly at: Date;
}

/** Inserts a version with the places of its devices, and deletes versions above the limit that no draft is based on. */
export async function insertVersion(
  tx: Tx,
  { at, by, difference, mapId, plan, version }: NewVersion,
): Promise<void> {
  await tx
    .insertInto('map_versions')
    .values({
      map_id: mapId,
      version,
      plan: JSON.stringify(plan),
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
  await tx
    .deleteFrom('map_versions')
    .where('map_id', '=', mapId)
    .where('version', '<=', version - MAP_VERSIONS_MAX)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('map_drafts')
            .select('map_drafts.map_id')
            .whereRef('map_drafts.map_id', '=', 'map_versions.map_id')
            .whereRef('map_drafts.base_version', '=', 'map_versions.version'),
        ),
      ),
    )
    .execute();
}

/** Returns the columns of a floor plan's name. Its key is unique in the project. */
export const toNameColumns = ({ building, floor, name }: MapName) => ({
  name,
  name_key: `${normalizeName(building)}\n${normalizeName(name)}`,
  building,
  floor,
});
