import type { AffectedResources, MessageNote } from '@northlight/device-plane';
import type { DbOrTx } from '../../platform/db/database.ts';

/** Keeps a note about a message as the last one of its device. */
export async function saveMessageNote(
  db: DbOrTx,
  deviceId: string,
  { kind, reason }: MessageNote,
  now: number,
): Promise<readonly AffectedResources[]> {
  const rows = await db
    .updateTable('devices')
    .set({ message_note: JSON.stringify({ at: new Date(now).toISOString(), kind, reason }) })
    .where('id', '=', deviceId)
    .returning('project_id')
    .execute();
  return rows.map((row) => ({ projectId: row.project_id, resources: ['devices'] as const }));
}
