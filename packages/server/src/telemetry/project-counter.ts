import { type Clock, MINUTE_MS } from '@northlight/runtime';
import { sql } from 'kysely';
import { countAllClientsByNetwork } from '../clients/index.ts';
import type { Db } from '../platform/db/database.ts';
import type { ProjectCount } from './groups.ts';
import { createCountLogRow, type ReportLog } from './log/report-log.ts';

interface ClientCount {
  readonly band: string | null;
  readonly ssid: string | null;
  readonly count: number;
}

interface DeviceCount {
  readonly project_id: number;
  readonly devices: number;
  readonly online: number;
}

/**
 * Counts clients and devices of every project. Only the first call in each minute counts, across all servers.
 */
export async function countProjects(db: Db, log: ReportLog, clock: Clock): Promise<void> {
  const now = clock.now();
  const minute = new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS);
  const { numUpdatedRows } = await db
    .updateTable('telemetry_counting')
    .set({ minute })
    // Also counts when the stored minute is more than 10 min in the future, because the clock was set back.
    .where((where) =>
      where.or([where('minute', '<', minute), where('minute', '>', new Date(now + 10 * MINUTE_MS))]),
    )
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  const devices = await sql<DeviceCount>`
    select project_id, count(*)::int as devices, (count(*) filter (where state between 1 and 7))::int as online
    from devices group by project_id`.execute(db);
  const clients = await countAllClientsByNetwork(db);
  const byProject = Map.groupBy(clients, ({ project_id }) => project_id);
  const rows = devices.rows.map(({ devices: all, online, project_id }) =>
    createCountLogRow(
      project_id,
      buildProjectCount({ devices: all, online }, byProject.get(project_id) ?? []),
      now,
    ),
  );
  if (rows.length > 0) await log.append(rows);
}

function buildProjectCount(
  counts: Pick<ProjectCount, 'devices' | 'online'>,
  clients: readonly ClientCount[],
): ProjectCount {
  const bands: Record<string, number> = {};
  const ssids: Record<string, number> = {};
  let all = 0;
  let wired = 0;
  for (const { band, count, ssid } of clients) {
    all += count;
    if (band === null && ssid === null) wired += count;
    if (band !== null) bands[band] = (bands[band] ?? 0) + count;
    if (ssid !== null) ssids[ssid] = (ssids[ssid] ?? 0) + count;
  }
  return { ...counts, clients: all, wired, bands, ssids };
}
