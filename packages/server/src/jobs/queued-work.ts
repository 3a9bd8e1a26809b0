import type { Work } from '../platform/work.ts';

/**
 * Notifies the devices with queued work of an account whose access to a project has changed. The device plane
 * then checks access again and drops revoked work. Without this notification, it would check only at the
 * device's next message.
 */
export async function wakeDevicesWithQueuedWork(
  work: Work,
  projectId: number,
  accountId: string,
): Promise<void> {
  const rows = await work.tx
    .selectFrom('job_rows')
    .innerJoin('jobs', 'jobs.id', 'job_rows.job_id')
    .select('job_rows.device_id')
    .distinct()
    .where('job_rows.project_id', '=', projectId)
    .where('job_rows.state', '=', 'queued')
    .where('jobs.actor_id', '=', accountId)
    .execute();
  for (const { device_id: deviceId } of rows) work.pendingWork(deviceId);
}
