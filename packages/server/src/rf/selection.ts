import { DomainError, type RfRunDetail, type RfSelection } from '@northlight/contract';
import type { DbOrTx } from '../platform/db/database.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getQueueRequester, type RequestContext } from '../platform/http/request-context.ts';
import { findSelectObstacle } from './describe-run.ts';
import { planProcess } from './plan/plan-process.ts';
import { findNewestPlan, findRun, readRun } from './runs.ts';
import { refuseDuringRun } from './settings.ts';

/** Selects changes of a plan and computes it again for them; refuses a selection that is based on an older one. */
export async function saveSelection(
  context: RequestContext,
  id: string,
  { revision, ...selection }: RfSelection & { readonly revision: number },
): Promise<RfRunDetail> {
  const { best, site } = await commitRequest(context, async ({ projectId, tx }) => {
    await refuseUnselectable(tx, projectId, id, revision);
    return tx.selectFrom('rf_runs').select(['best', 'site']).where('id', '=', id).executeTakeFirstOrThrow();
  });
  const result = await planProcess.run(
    { kind: 'selection', site, best: best ?? [], selection },
    getQueueRequester(context),
  );
  if (result.state !== 'answered')
    throw new DomainError('repeated', {
      status: 503,
      message: 'The selection could not be computed. Try again.',
    });
  return commitRequest(context, async (work) => {
    await refuseUnselectable(work.tx, work.projectId, id, revision);
    await refuseDuringRun(work.tx, work.projectId);
    await work.tx
      .updateTable('rf_runs')
      .set({
        revision: revision + 1,
        selection: JSON.stringify(selection),
        selected: JSON.stringify(result.answer.plan),
      })
      .where('id', '=', id)
      .execute();
    work.live('rf');
    await work.audit({ action: 'rf.select', object: 'channel plan', after: formatSelection(selection) });
    return readRun(context, id, work.tx);
  });
}

async function refuseUnselectable(
  db: DbOrTx,
  projectId: number,
  id: string,
  revision: number,
): Promise<void> {
  const run = await findRun(db, projectId, id);
  const newest = await findNewestPlan(db, projectId);
  const obstacle = findSelectObstacle(run, newest?.id === id);
  if (obstacle !== undefined) throw new DomainError('invalidParameters', { status: 409, message: obstacle });
  refuseOldSelection(run, revision);
}

export function refuseOldSelection(run: { readonly revision: number }, revision: number): void {
  if (run.revision !== revision)
    throw new DomainError('configConflict', {
      status: 409,
      message: 'Another user has changed the selection. Check the plan again.',
    });
}

const formatSelection = ({ keepsPower, maxChanges, off = [], refused }: RfSelection): string =>
  [
    ...(maxChanges === undefined ? [] : [`at most ${maxChanges} changes`]),
    `${refused.length} refused changes`,
    ...(keepsPower ? ['all powers kept'] : []),
    ...(off.length > 0 ? [`${off.length} radios turned off`] : []),
  ].join(', ');
