import { sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';

/** Maximum time between the end of a client's visit and the detection that its device is offline (ms). */
const LEAD_MS = 120_000;

/** Counts the clients that were at these devices when they became unreachable, and are offline now. */
export async function countLostClients(
  db: DbOrTx,
  projectId: number,
  deviceIds: readonly string[],
  since: Date,
): Promise<number> {
  if (deviceIds.length === 0) return 0;
  const { lost } = await db
    .selectFrom('client_visits')
    .innerJoin('online_clients', (join) =>
      join
        .onRef('online_clients.project_id', '=', 'client_visits.project_id')
        .onRef('online_clients.mac', '=', 'client_visits.mac'),
    )
    .select(sql<number>`count(distinct client_visits.mac)::int`.as('lost'))
    .where('client_visits.project_id', '=', projectId)
    .where('client_visits.device_id', 'in', deviceIds)
    .where('client_visits.until_at', '>=', new Date(since.getTime() - LEAD_MS))
    .where('online_clients.online', '=', false)
    .executeTakeFirstOrThrow();
  return lost;
}
