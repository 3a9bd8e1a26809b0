import type { DbOrTx } from '../platform/db/database.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';

type Days = 7 | 30 | 90 | 180;

/** Returns how many days the logs of a project are kept. */
export async function readLogRetention(db: DbOrTx, projectId: number): Promise<Days> {
  const { log_days } = await db
    .selectFrom('projects')
    .select('log_days')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return log_days;
}

export async function setLogRetention(
  services: Services,
  days: Days,
  context: RequestContext,
): Promise<void> {
  const { projectId } = getProjectAccess(context);
  await commitRequest(services, context, async (tx) => {
    const before = await readLogRetention(tx, projectId);
    await tx.updateTable('projects').set({ log_days: days }).where('id', '=', projectId).execute();
    await auditRequest(services, tx, context, {
      action: 'project.log-retention',
      object: String(projectId),
      before: `${before} days`,
      after: `${days} days`,
    });
  });
}
