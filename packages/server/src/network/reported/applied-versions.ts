import { listConfigurationRows } from '../../jobs/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';

/** Number of versions that are searched, so that the answer reads few job rows in a project with many changes. */
const DEPTH = 20;

/**
 * Returns the version of the network configuration by device and revision, as `deviceId revision`, of the last versions
 * that were applied before `until`. Revisions of device settings have none.
 */
export async function readAppliedVersions(
  db: DbOrTx,
  projectId: number,
  until: Date,
): Promise<ReadonlyMap<string, number>> {
  const history = await db
    .selectFrom('network_history')
    .select(['version', 'job_id'])
    .where('project_id', '=', projectId)
    .where('changed_at', '<=', until)
    .orderBy('version', 'desc')
    .limit(DEPTH)
    .execute();
  const versions = new Map(
    history.flatMap(({ job_id, version }) => (job_id ? [[job_id, version] as const] : [])),
  );
  const rows = await listConfigurationRows(db, projectId, [...versions.keys()]);
  return new Map(
    rows.flatMap(({ device_id, job_id, rev }) => {
      const version = versions.get(job_id);
      return version === undefined || rev === null ? [] : [[`${device_id} ${rev}`, version] as const];
    }),
  );
}
