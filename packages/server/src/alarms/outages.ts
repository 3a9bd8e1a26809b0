import { OUTAGE_KINDS } from '@northlight/contract';
import { sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';

/** Lists the causes of a project's open outages, and the devices that each affects. */
export async function listOpenOutages(db: DbOrTx, projectId: number) {
  const causes = await db
    .selectFrom('alarms')
    .select(['id', 'kind', 'severity', 'at', 'device_id', 'device_name'])
    .where('project_id', '=', projectId)
    .where('status', '=', sql.lit('shown'))
    .where('cause_id', 'is', null)
    .where('resolved_at', 'is', null)
    .where('kind', 'in', [...OUTAGE_KINDS])
    .orderBy('at')
    .execute();
  if (causes.length === 0) return [];
  const behind = await db
    .selectFrom('alarms')
    .select(['cause_id', 'device_id'])
    .where(
      'cause_id',
      'in',
      causes.map(({ id }) => id),
    )
    .where('status', '=', 'shown')
    .where('resolved_at', 'is', null)
    .execute();
  return causes.map((cause) => ({
    ...cause,
    affected: [
      ...new Set(
        [cause, ...behind.filter(({ cause_id }) => cause_id === cause.id)].flatMap(
          ({ device_id }) => device_id ?? [],
        ),
      ),
    ],
  }));
}
