import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../platform/db/database.ts';

/** Where a client is: at another place a new visit begins. */
export interface VisitPlace {
  readonly mac: string;
  readonly ssid: string | null;
  readonly band: string | null;
  readonly port: string | null;
}

interface KeptPlace extends VisitPlace {
  readonly device_id: string;
  readonly online: boolean;
}

/** Those who are somewhere else than they were, or here again. */
export function movedClients<Place extends VisitPlace>(
  deviceId: string,
  kept: readonly KeptPlace[],
  present: readonly Place[],
): Place[] {
  const before = new Map(kept.map((client) => [client.mac, client] as const));
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

export async function endVisits(tx: Tx, projectId: number, macs: readonly string[], at: Date): Promise<void> {
  if (macs.length === 0) return;
  await tx
    .updateTable('client_visits')
    // A visit that a clock began later than it ends lasted no time.
    .set({ until_at: sql<Date>`greatest(from_at, ${at}::timestamptz)` })
    .where('project_id', '=', projectId)
    .where('mac', '=', sql<string>`any(${macs}::text[])`)
    .where('until_at', 'is', null)
    .execute();
}

export async function beginVisits(
  tx: Tx,
  projectId: number,
  deviceId: string,
  places: readonly VisitPlace[],
  at: Date,
): Promise<void> {
  if (places.length === 0) return;
  await endVisits(
    tx,
    projectId,
    places.map(({ mac }) => mac),
    at,
  );
  await sql`insert into client_visits (project_id, mac, from_at, device_id, device_name, ssid, band, port)
    select ${projectId}::bigint, fresh.mac, ${at}::timestamptz, devices.id, devices.name, fresh.ssid, fresh.band, fresh.port
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as fresh(mac text, ssid text, band text, port text)
    join devices on devices.id = ${deviceId}
    on conflict (project_id, mac, from_at) do update set until_at = null, device_id = excluded.device_id,
      device_name = excluded.device_name, ssid = excluded.ssid, band = excluded.band, port = excluded.port`.execute(
    tx,
  );
}

/** Visits of a client that touch a stretch of time, oldest first. */
export function visitsDuring(
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
