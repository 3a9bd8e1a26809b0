import type { DbOrTx } from '../platform/db/database.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';

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

export async function setLogRetention(context: RequestContext, days: Days): Promise<void> {
  await commitRequest(context, async (work) => {
    const { projectId } = work;
    const before = await readLogRetention(work.tx, projectId);
    await work.tx.updateTable('projects').set({ log_days: days }).where('id', '=', projectId).execute();
    await work.audit({
      action: 'project.log-retention',
      object: String(projectId),
      before: `${before} days`,
      after: `${days} days`,
    });
  });
}
