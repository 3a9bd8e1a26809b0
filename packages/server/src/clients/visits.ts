import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../platform/db/database.ts';

/** The location of a client. A new location begins a new visit. */
export interface ClientLocation {
  readonly mac: string;
  readonly ssid: string | null;
  readonly band: string | null;
  readonly port: string | null;
}

interface StoredLocation extends ClientLocation {
  readonly device_id: string;
  readonly online: boolean;
}

/** A location with the signal there (dBm). */
interface ReportedLocation extends ClientLocation {
  readonly signal_dbm: number | null;
}

/** Filters clients whose location changed, or that are online again. */
export function filterMovedClients<Location extends ClientLocation>(
  deviceId: string,
  stored: readonly StoredLocation[],
  present: readonly Location[],
): Location[] {
  const before = new Map(stored.map((client) => [client.mac, client] as const));
  return present.filter(({ band, mac, port, ssid }) => {
    const known = before.get(mac);
    return (
      !known?.online ||
      known.device_id !== deviceId ||
      known.ssid !== ssid ||
      known.band !== band ||
      known.port !== port
    );
  });
}

/**
 * Ends the open visits of clients. The rows of the clients must still have the last signal that was reported during
 * the visit.
 */
export async function endVisits(tx: Tx, projectId: number, macs: readonly string[], at: Date): Promise<void> {
  if (macs.length === 0) return;
  await tx
    .updateTable('client_visits')
    // The end is never before the start, also if the clock was set back during the visit.
    .set({
      until_at: sql<Date>`greatest(from_at, ${at}::timestamptz)`,
      last_signal_dbm: sql<number | null>`(select client.signal_dbm from online_clients client
        where client.project_id = client_visits.project_id and client.mac = client_visits.mac
          and client.device_id = client_visits.device_id and client_visits.band is not null)`,
    })
    .where('project_id', '=', projectId)
    .where('mac', '=', sql<string>`any(${macs}::text[])`)
    .where('until_at', 'is', null)
    .execute();
}

/** Begins visits of clients whose earlier visits have ended. */
export async function beginVisits(
  tx: Tx,
  projectId: number,
  deviceId: string,
  locations: readonly ReportedLocation[],
  at: Date,
): Promise<void> {
  if (locations.length === 0) return;
  await sql`insert into client_visits (project_id, mac, from_at, device_id, device_name, ssid, band, port, signal_dbm)
    select ${projectId}::bigint, fresh.mac, ${at}::timestamptz, devices.id, devices.name, fresh.ssid, fresh.band, fresh.port,
      case when fresh.band is not null then fresh.signal_dbm end
    from jsonb_to_recordset(${JSON.stringify(locations)}::jsonb)
      as fresh(mac text, ssid text, band text, port text, signal_dbm real)
    join devices on devices.id = ${deviceId}
    on conflict (project_id, mac, from_at) do update set until_at = null, last_signal_dbm = null,
      device_id = excluded.device_id, device_name = excluded.device_name, ssid = excluded.ssid, band = excluded.band,
      port = excluded.port, signal_dbm = excluded.signal_dbm`.execute(tx);
}

/** Lists the visits of a client that overlap a period, oldest first. */
export function listVisitsDuring(
  db: DbOrTx,
  client: { readonly projectId: number; readonly mac: string },
  from: Date,
  until: Date,
) {
  return db
    .selectFrom('client_visits')
    .select(['device_id', 'from_at', 'until_at'])
    .where('project_id', '=', client.projectId)
    .where('mac', '=', client.mac)
    .where('from_at', '<', until)
    .where((where) => where.or([where('until_at', 'is', null), where('until_at', '>', from)]))
    .orderBy('from_at')
    .execute();
}
