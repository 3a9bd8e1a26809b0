import { DomainError, type MapMaterials, type SubmittedMaterials } from '@northlight/contract';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { readMaterials } from './store.ts';

/**
 * Replaces the version of the materials that the caller has read. Throws a conflict if another version is stored, and
 * refuses to remove a material that walls have.
 */
export async function saveMaterials(
  context: RequestContext,
  { items, version, wallLosses }: SubmittedMaterials,
): Promise<MapMaterials> {
  return commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const stored = await readMaterials(tx, projectId);
    if (stored.version !== version)
      throw new DomainError('configConflict', {
        status: 409,
        message: 'Another user has changed the materials. Check them and save again.',
      });
    const kept = new Set(items.map(({ id }) => id));
    const removed = stored.items.filter(({ id }) => !kept.has(id));
    const used = await listUsedMaterials(tx, projectId);
    const needed = removed.filter(({ id }) => used.has(id)).map(({ name }) => name);
    if (needed.length > 0)
      throw new DomainError('invalidParameters', {
        fields: { items: `Walls have these materials: ${needed.join(', ')}. Change the walls first.` },
      });
    const next: MapMaterials = {
      version: version + 1,
      items,
      wallLosses: wallLosses ?? stored.wallLosses,
    };
    const values = {
      version: next.version,
      items: JSON.stringify(items),
      wall_losses: next.wallLosses,
    };
    await tx
      .insertInto('map_materials')
      .values({ project_id: projectId, ...values })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
      .execute();
    work.live('maps');
    await work.audit({
      action: 'map.materials',
      object: 'materials of walls',
      before: formatMaterials(stored),
      after: formatMaterials(next),
    });
    return next;
  });
}

const formatMaterials = ({ items, wallLosses }: MapMaterials): string =>
  [
    ...items.map(({ lossDb, name }) => `${name} ${lossDb.ghz2}/${lossDb.ghz5} dB`),
    `wall losses: ${wallLosses === 'sum' ? 'sum of the values' : 'as measured'}`,
  ].join(', ');

/** Returns the materials of walls and doors in the present versions and in drafts of a project. */
async function listUsedMaterials(tx: Tx, projectId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ material: string }>`
    with plans as (
      select map_versions.plan from maps
        join map_versions on map_versions.map_id = maps.id and map_versions.version = maps.version
        where maps.project_id = ${projectId}
      union all
      select content from document_drafts where document = 'map' and project_id = ${projectId}
    ), walls as (select jsonb_array_elements(plan -> 'walls') as wall from plans)
    select wall ->> 'material' as material from walls
    union
    select jsonb_array_elements(wall -> 'doors') ->> 'material' from walls where wall ? 'doors'`.execute(tx);
  return new Set(rows.map(({ material }) => material));
}
