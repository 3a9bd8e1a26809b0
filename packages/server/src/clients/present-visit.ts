import { type ClientVisit, ROAM_GAP_MS } from '@northlight/contract';
import type { Selectable } from 'kysely';
import type { ClientVisitTable } from './tables.ts';

type VisitRow = Selectable<ClientVisitTable>;

/** Presents a visit; `before` is the visit before it, from which the client may have roamed. */
export function presentVisit(row: VisitRow, before: VisitRow | undefined): ClientVisit {
  return {
    from: row.from_at.toISOString(),
    until: row.until_at?.toISOString(),
    device: { id: row.device_id, name: row.device_name },
    ssid: row.ssid ?? undefined,
    band: row.band ?? undefined,
    port: row.port ?? undefined,
    signalDbm: row.signal_dbm ?? undefined,
    lastSignalDbm: row.last_signal_dbm ?? undefined,
    roamedFrom:
      before && hasRoamed(before, row)
        ? {
            device: { id: before.device_id, name: before.device_name },
            signalDbm: before.last_signal_dbm ?? undefined,
          }
        : undefined,
  };
}

/** Returns true if a client changed from one device to another one over Wi-Fi, without a pause. */
export function hasRoamed(before: VisitRow, after: VisitRow): boolean {
  if (before.until_at === null || before.device_id === after.device_id) return false;
  if (before.band === null || after.band === null) return false;
  return after.from_at.getTime() - before.until_at.getTime() <= ROAM_GAP_MS;
}
