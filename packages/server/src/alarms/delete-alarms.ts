import type { Db, Tx } from '../platform/db/database.ts';

/** Deletes old changes of ports and parents. */
export async function deleteOldChanges(db: Db, before: Date): Promise<void> {
  for (const table of ['port_changes', 'parent_changes'] as const)
    await db.deleteFrom(table).where('at', '<', before).execute();
}

/** Deletes deliveries created before `before` that were sent or given up. */
export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('alarm_deliveries')
    .where('created_at', '<', before)
    .where('state', '<>', 'queued')
    .execute();
}

/** Deletes a project's alarms with its rules, recipients and deliveries. */
export async function deleteProjectAlarms(tx: Tx, projectId: number): Promise<void> {
  for (const table of [
    'alarms',
    'alarm_groupings',
    'alarm_rules',
    'alarm_watches',
    'vlan_path_checks',
    'alarm_recipients',
    'alarm_webhooks',
    'alarm_deliveries',
    'port_changes',
    'parent_changes',
  ] as const)
    await tx.deleteFrom(table).where('project_id', '=', projectId).execute();
}
