import type { AfterCommit } from '../platform/work.ts';
import type { Tx } from '../platform/db/database.ts';

/**
 * Notifies the devices with queued work of an account whose access to a project has changed. The device plane
 * then checks access again and drops revoked work. Without this notification, it would check only at the
 * device's next message.
 */
export async function wakeDevicesWithQueuedWork(
  tx: Tx,
  after: AfterCommit,
  projectId: number,
  accountId: string,
): Promise<void> {
  const rows = await tx
    .selectFrom('job_rows')
    .innerJoin('jobs', 'jobs.id', 'job_rows.job_id')
    .select('job_rows.device_id')
    .distinct()
    .where('job_rows.project_id', '=', projectId)
    .where('job_rows.state', '=', 'queued')
    .where('jobs.actor_id', '=', accountId)
    .execute();
  for (const { device_id: deviceId } of rows) after.pendingWork(deviceId);
}
