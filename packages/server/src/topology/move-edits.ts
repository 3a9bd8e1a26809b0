import type { Tx } from '../platform/db/database.ts';

/** Gives the edits of unknown devices that were moved to another port to their new ids. */
export async function moveEdits(
  tx: Tx,
  projectId: number,
  successors: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [earlier, present] of successors)
    await tx
      .updateTable('topology_edits')
      .set({ item_id: present })
      .where('project_id', '=', projectId)
      .where('item_id', '=', earlier)
      .where('until', 'is', null)
      .execute();
}
