import { changesChannel } from '@northlight/contract';
import type { PastChange } from '@northlight/rf/plan';
import { DAY_MS } from '@northlight/runtime';
import type { DbOrTx } from '../platform/db/database.ts';
import { formatRadioId } from './radio-id.ts';

/** Age up to which changes of radios count. */
export const CHANGES_KEPT_MS = 8 * DAY_MS;

/** Lists the changes of channels by plans, and by their restoration. */
export async function listPastChanges(db: DbOrTx, projectId: number, now: number): Promise<PastChange[]> {
  const rows = await db
    .selectFrom('rf_runs')
    .select('application')
    .where('project_id', '=', projectId)
    .where('application', 'is not', null)
    .where('started_at', '>', new Date(now - CHANGES_KEPT_MS))
    .execute();
  return rows.flatMap(({ application }) =>
    (application?.radios ?? [])
      .filter(({ after, before }) => changesChannel({ now: before, proposed: after }))
      .flatMap((radio): PastChange[] =>
        [application?.at, application?.restoredAt].flatMap((at) =>
          at === undefined ? [] : [{ radioId: formatRadioId(radio), at: Date.parse(at), cause: 'plan' }],
        ),
      ),
  );
}
