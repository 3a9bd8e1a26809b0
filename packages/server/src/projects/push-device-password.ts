import { queueConfiguration } from '../jobs/index.ts';
import type { RequestWork } from '../platform/http/commit-request.ts';
import { toNaturalOrder } from '../platform/db/text-match.ts';

/** Queues the project's new device password for every device with a local page. */
export async function pushDevicePassword(work: RequestWork): Promise<void> {
  const { projectId } = work;
  const devices = await work.tx
    .selectFrom('devices')
    .select(['id', 'name', 'state'])
    .where('project_id', '=', projectId)
    .orderBy(toNaturalOrder('name_key'))
    .execute();
  const ids = devices.map(({ id }) => id);
  const revisions = await work.services.assignConfiguration(work, projectId, ids, 'password');
  if (revisions.size === 0) return;
  await queueConfiguration(work, { title: 'Change the device password', devices, revisions });
}
