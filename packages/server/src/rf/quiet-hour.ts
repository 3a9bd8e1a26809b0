import { findNextTime } from '../jobs/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { readNetworkProject } from '../projects/index.ts';
import { readRfSettings } from './settings.ts';

/** Returns the next quiet hour of a project (ms), on any day of the week. */
export async function findQuietHour(db: DbOrTx, projectId: number, now: number): Promise<number> {
  const { quietHour } = await readRfSettings(db, projectId);
  const { time_zone: zone } = await readNetworkProject(db, projectId);
  return findNextTime(zone, quietHour, [], now);
}
