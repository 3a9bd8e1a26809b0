import type { FloorPlan, MapName } from '@northlight/contract';
import { createRandomId } from '@northlight/runtime';
import type { Tx } from '../platform/db/database.ts';
import type { Services } from '../services.ts';
import { insertVersion, toNameColumns } from './versions.ts';

/** Inserts a floor plan of a new project, without a request. */
export async function insertFirstMap(
  services: Pick<Services, 'clock' | 'entropy'>,
  tx: Tx,
  projectId: number,
  { plan, ...name }: MapName & { readonly plan: FloorPlan },
): Promise<void> {
  const id = createRandomId(services.entropy, services.clock.now());
  const map = { id, project_id: projectId, ...toNameColumns(name), version: 1 };
  await tx.insertInto('maps').values(map).execute();
  await insertVersion(tx, {
    mapId: id,
    projectId,
    plan,
    version: 1,
    difference: { added: 0, changed: 0, removed: 0 },
    by: 'system',
    at: new Date(services.clock.now()),
  });
}
