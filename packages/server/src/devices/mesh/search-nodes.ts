import { DomainError, FIND_NODES_SECONDS, type Job } from '@northlight/contract';
import { createCommandJob, findJob, findOpenJobId } from '../../jobs/index.ts';
import { getProjectAccess, getViewer, type RequestContext } from '../../platform/http/request-context.ts';

const NO_PRIMARY = 'The project has no primary node. Add one by its serial number and claim code first.';

/**
 * Opens the window in which the primary node of the project finds factory-new nodes. Returns the running search
 * if there is one, because a second window would find the same nodes.
 */
export async function searchNodes(context: RequestContext): Promise<Job> {
  const { db } = context.services;
  const { projectId } = getProjectAccess(context);
  const primary = await db
    .selectFrom('devices')
    .select('id')
    .where('project_id', '=', projectId)
    .where('role', '=', 'mesh-primary')
    .executeTakeFirst();
  if (!primary) throw new DomainError('deviceUnknown', { message: NO_PRIMARY });
  const openId = await findOpenJobId(db, primary.id, 'find-nodes');
  const open = openId === undefined ? undefined : await findJob(db, getViewer(context), openId);
  if (open) return open;
  const args = { seconds: FIND_NODES_SECONDS };
  return createCommandJob(context, { kind: 'find-nodes', deviceIds: [primary.id], args });
}
