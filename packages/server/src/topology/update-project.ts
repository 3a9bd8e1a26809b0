import type { TopologyCause } from '@northlight/contract';
import {
  addManualParts,
  findReportedEnd,
  findUnknownSuccessors,
  type GraphLink,
  infer,
  isReportedId,
} from '@northlight/topology';
import { saveParents } from '../devices/index.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { recordDevices } from './devices.ts';
import { listNetworkEdits, readEditRows } from './edits.ts';
import { readEvidence } from './read-evidence.ts';
import { readLinks, writeLinks } from './links.ts';

/**
 * Infers the links of a project from the stored reports, adds those of its users, and stores the ones that changed with their causes. Returns what
 * changed.
 */
export function updateProject(
  db: Db,
  projectId: number,
  now: Date,
  causes: readonly TopologyCause[],
): Promise<{ readonly haveLinksChanged: boolean; readonly haveParentsChanged: boolean }> {
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('topology_graphs')
      .values({ project_id: projectId, updated_at: now })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ updated_at: now }))
      .execute();
    await recordDevices(tx, projectId, now);
    const previous = await readLinks(tx, projectId);
    const edits = listNetworkEdits(await readEditRows(tx, projectId));
    const evidence = await readEvidence(tx, projectId, edits.rootId);
    const inferred = infer(evidence, { rootId: undefined, nodes: [], links: previous });
    const deviceIds = edits.devices.map(({ id }) => id);
    const { graph } = addManualParts(inferred, { deviceIds, links: edits.links });
    await moveEdits(tx, projectId, findUnknownSuccessors(previous, graph.links), now);
    const haveLinksChanged = await writeLinks(tx, projectId, graph, now, causes);
    const haveParentsChanged =
      haveLinksChanged && (await saveParents(tx, projectId, findParents(graph.links)));
    return { haveLinksChanged, haveParentsChanged };
  });
}

/**
 * Returns the device above each device, with its port. Unmanaged switches and manual devices are skipped, because they
 * cannot fail separately from the view of the project; devices of the unknown network have no parent.
 */
function findParents(
  links: readonly GraphLink[],
): { id: string; parentId: string; parentPort: string | null }[] {
  const above = new Map(links.flatMap((link) => (link.isInTree ? [[link.lower.nodeId, link] as const] : [])));
  return [...above.values()].flatMap(({ lower, trust, upper }) => {
    if (trust === 'none' || !isReportedId(lower.nodeId)) return [];
    const end = findReportedEnd(upper, above);
    return end ? [{ id: lower.nodeId, parentId: end.nodeId, parentPort: end.port ?? null }] : [];
  });
}

/** Account name of edits that ended because another unknown device has taken the port. */
const SYSTEM = 'system';

/**
 * Gives the edits of unknown devices that were moved to another port to their new ids. Edits of an earlier unknown device
 * at that port end.
 */
async function moveEdits(
  tx: Tx,
  projectId: number,
  successors: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  for (const [earlier, present] of successors) {
    await tx
      .updateTable('topology_edits')
      .set((edit) => ({ until: now, ended_revision: edit.ref('begun_revision'), ended_by: SYSTEM }))
      .where('project_id', '=', projectId)
      .where('item_id', '=', present)
      .where('until', 'is', null)
      .execute();
    await tx
      .updateTable('topology_edits')
      .set({ item_id: present })
      .where('project_id', '=', projectId)
      .where('item_id', '=', earlier)
      .where('until', 'is', null)
      .execute();
  }
}
