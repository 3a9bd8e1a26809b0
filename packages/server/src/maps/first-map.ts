import type { FloorPlan, MapName } from '@northlight/contract';
import type { Work } from '../platform/work.ts';
import { insertVersion, toNameColumns } from './versions.ts';

/** Inserts a floor plan of a new project, without a request. */
export async function insertFirstMap(
  work: Work,
  projectId: number,
  { plan, ...name }: MapName & { readonly plan: FloorPlan },
): Promise<void> {
  const id = work.createId();
  const map = { id, project_id: projectId, ...toNameColumns(name), version: 1 };
  await work.tx.insertInto('maps').values(map).execute();
  await insertVersion(work.tx, {
    mapId: id,
    projectId,
    plan,
    version: 1,
    difference: { added: 0, changed: 0, removed: 0 },
    by: 'system',
    at: work.now,
  });
}
