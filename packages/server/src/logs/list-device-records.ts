import type { DbOrTx } from '../platform/db/database.ts';

/** Lists the records about devices that were written at one of the given times. */
export function listDeviceRecords(db: DbOrTx, projectId: number, times: readonly Date[]) {
  return db
    .selectFrom('run_logs')
    .select(['id', 'at', 'device_id', 'event'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'device')
    .where('at', 'in', times)
    .orderBy('id')
    .execute();
}
