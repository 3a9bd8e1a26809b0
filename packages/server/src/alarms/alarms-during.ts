import { sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';

/**
 * Lists the shown alarms that were open at some time of a period, newest first. With `deviceIds`, lists all
 * alarms of these devices and of the project itself; without, only causes.
 */
export function listAlarmsDuring(
  db: DbOrTx,
  projectId: number,
  deviceIds: readonly string[] | undefined,
  { from, until }: { readonly from: Date; readonly until: Date },
  limit: number,
) {
  const alarms = db
    .selectFrom('alarms')
    .select(['id', 'kind', 'severity', 'event', 'at', 'resolved_at', 'device_id', 'device_name'])
    .where('project_id', '=', projectId)
    .where('status', '=', sql.lit('shown'))
    .where('at', '<', until)
    .where((where) => where.or([where('resolved_at', 'is', null), where('resolved_at', '>=', from)]));
  const selected = deviceIds
    ? alarms.where((where) => where.or([where('device_id', 'in', deviceIds), where('device_id', 'is', null)]))
    : alarms.where('cause_id', 'is', null);
  return selected.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}
