import { COMMAND_TRAITS } from '@northlight/contract';
import type { DbOrTx } from '../platform/db/database.ts';
import type { Interruption } from '../services.ts';
import type { JobTable } from './tables.ts';

/** Returns true for work that may interrupt a device or its clients: a configuration, a restart or an upgrade. */
export const interruptsDevice = (kind: JobTable['kind']): boolean =>
  kind === 'configure' || (COMMAND_TRAITS[kind].exclusive && COMMAND_TRAITS[kind].diagnostic !== true);

/** Lists the ended work that may have interrupted the clients of devices between two times, the newest first. */
export async function listInterruptions(
  db: DbOrTx,
  projectId: number,
  deviceIds: readonly string[],
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<Interruption[]> {
  if (deviceIds.length === 0) return [];
  const rows = await db
    .selectFrom('job_rows')
    .innerJoin('jobs', 'jobs.id', 'job_rows.job_id')
    .select(['job_rows.device_id', 'job_rows.kind', 'job_rows.updated_at', 'jobs.title'])
    .where('job_rows.project_id', '=', projectId)
    .where('job_rows.device_id', 'in', deviceIds)
    .where('job_rows.state', 'in', ['done', 'partial', 'failed'])
    .where('job_rows.updated_at', '>=', from)
    .where('job_rows.updated_at', '<=', until)
    .orderBy('job_rows.updated_at', 'desc')
    .execute();
  return rows.flatMap(({ device_id: deviceId, kind, title, updated_at: at }) =>
    interruptsDevice(kind) ? [{ deviceId, title, at }] : [],
  );
}
