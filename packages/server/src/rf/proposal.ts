import { isChangedRow, type RfProposal } from '@northlight/contract';
import type { DbOrTx } from '../platform/db/database.ts';
import { findApplyObstacle, getSelectedPlan } from './describe-run.ts';
import { findNewestPlan, readRunFacts } from './runs.ts';

/** Returns the changes of the newest plan while it can be applied, also one that waits for the quiet hour. */
export async function readProposal(db: DbOrTx, projectId: number, now: number): Promise<RfProposal> {
  const run = await findNewestPlan(db, projectId);
  if (!run) return { rows: [] };
  const open = run.application?.state === 'waiting' ? { ...run, application: null } : run;
  if (findApplyObstacle(open, await readRunFacts(db, projectId, open, now)) !== undefined)
    return { rows: [] };
  return {
    runId: run.id,
    ...(run.ended_at && { at: run.ended_at.toISOString() }),
    rows: getSelectedPlan(run)?.rows.filter(isChangedRow) ?? [],
  };
}
