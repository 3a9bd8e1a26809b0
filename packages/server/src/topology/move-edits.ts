import type { Tx } from '../platform/db/database.ts';

/** Account name of edits that ended because another unknown device has taken the port. */
const SYSTEM = 'system';

/**
 * Gives the edits of unknown devices that were moved to another port to their new ids. Edits of an earlier unknown device
 * at that port end.
 */
export async function moveEdits(
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
