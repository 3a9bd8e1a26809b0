import type { Db } from '../platform/db/database.ts';

/** Changes of ports that nobody counts any more. */
export async function forgetPortChanges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('port_changes').where('at', '<', before).execute();
}

/** Notices that were sent or given up long ago. */
export async function forgetDeliveries(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('alarm_deliveries')
    .where('created_at', '<', before)
    .where('state', '<>', 'queued')
    .execute();
}
