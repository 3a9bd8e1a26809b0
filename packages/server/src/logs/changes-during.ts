import { sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';

/** Records of configurations, restarts and upgrades, by the text that the device plane writes (log-lines.ts). */
const CHANGE = '^(Configuration [0-9]+ |Factory configuration |Restart |Upgrade )';

/** Lists the records about changes of devices in a period, newest first. */
export function listChangesDuring(
  db: DbOrTx,
  projectId: number,
  deviceIds: readonly string[] | undefined,
  { from, until }: { readonly from: Date; readonly until: Date },
  limit: number,
) {
  const records = db
    .selectFrom('run_logs')
    .select(['id', 'at', 'severity', 'event', 'device_id', 'device_name'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'device')
    .where('at', '>=', from)
    .where('at', '<', until)
    .where(sql<boolean>`event ~ ${CHANGE}`);
  const selected = deviceIds ? records.where('device_id', 'in', deviceIds) : records;
  return selected.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}
