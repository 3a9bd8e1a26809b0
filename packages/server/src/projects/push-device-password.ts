import { queueConfiguration } from '../jobs/index.ts';
import type { Work } from '../platform/work.ts';
import type { Tx } from '../platform/db/database.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { toNaturalOrder } from '../platform/db/text-match.ts';

/** Queues the project's new device password for every device with a local page. */
export async function pushDevicePassword(
  services: Services,
  tx: Tx,
  after: Work,
  context: RequestContext,
): Promise<void> {
  const { projectId } = getProjectAccess(context);
  const devices = await tx
    .selectFrom('devices')
    .select(['id', 'name', 'state'])
    .where('project_id', '=', projectId)
    .orderBy(toNaturalOrder('name_key'))
    .execute();
  const ids = devices.map(({ id }) => id);
  const revisions = await services.assignConfiguration(after, projectId, ids, 'password');
  if (revisions.size === 0) return;
  await queueConfiguration(
    services,
    tx,
    after,
    { title: 'Change the device password', devices, revisions },
    context,
  );
}
