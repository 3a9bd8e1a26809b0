import type { RadarEvent } from '@northlight/rf/plan';
import { DAY_MS } from '@northlight/runtime';
import { listRadarFinds } from '../../devices/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { formatRadioId } from '../radio-id.ts';

/** Age up to which finds count against a channel. */
const MEMORY_MS = 30 * DAY_MS;

/** Lists the radar that the radios of a project found in the last 30 days, by the ids of radios in a site. */
export async function readRadarEvents(db: DbOrTx, projectId: number, now: number): Promise<RadarEvent[]> {
  const finds = await listRadarFinds(db, projectId, new Date(now - MEMORY_MS));
  return finds.map(({ at, channels, ...radio }) => ({ radioId: formatRadioId(radio), channels, at }));
}
