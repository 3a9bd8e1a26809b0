import type { Services } from '../services.ts';

/**
 * Looks at the devices for which an account has queued work in a project. Rights are asked again when work is about to
 * run, so what it may not do any more is dropped there; this only makes it happen now, not when the device calls.
 */
export async function reviewQueuedWork(
  { db, plane }: Pick<Services, 'db' | 'plane'>,
  projectId: number,
  accountId: string,
): Promise<void> {
  const rows = await db
    .selectFrom('job_rows')
    .innerJoin('jobs', 'jobs.id', 'job_rows.job_id')
    .select('job_rows.device_id')
    .distinct()
    .where('job_rows.project_id', '=', projectId)
    .where('job_rows.state', '=', 'queued')
    .where('jobs.actor_id', '=', accountId)
    .execute();
  for (const { device_id: deviceId } of rows) plane.nudge(deviceId);
}
