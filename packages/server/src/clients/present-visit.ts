import { type ClientVisit, ROAM_GAP_MS } from '@northlight/contract';
import { MINUTE_MS } from '@northlight/runtime';
import type { Selectable } from 'kysely';
import type { Interruption } from '../services.ts';
import type { ClientVisitTable } from './tables.ts';

type VisitRow = Selectable<ClientVisitTable>;

/** Longest pause that work on an access point explains: a radar check of 10 min, and the reports around it. */
const PAUSE_MAX_MS = 15 * MINUTE_MS;
/** Largest distance between the end of the work and the pause. */
const NEAR_MS = 3 * MINUTE_MS;

/**
 * Presents a visit; `before` is the visit before it, from which the client may have roamed.
 *
 * @param interruptions work on the devices at that time
 */
export function presentVisit(
  row: VisitRow,
  before: VisitRow | undefined,
  interruptions: readonly Interruption[],
): ClientVisit {
  return {
    ...findPause(row, before, interruptions),
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

/** Returns the pause of a wireless client between two visits, with the work at the device before that explains it. */
function findPause(
  { from_at: from }: VisitRow,
  before: VisitRow | undefined,
  interruptions: readonly Interruption[],
): Pick<ClientVisit, 'pause'> {
  if (!before?.until_at || before.band === null) return {};
  const [start, end] = [before.until_at.getTime(), from.getTime()];
  if (end <= start || end - start > PAUSE_MAX_MS) return {};
  const found = interruptions.find(
    ({ at, deviceId }) =>
      deviceId === before.device_id && at.getTime() >= start - NEAR_MS && at.getTime() <= end + NEAR_MS,
  );
  if (!found) return {};
  const seconds = Math.round((end - start) / 1000);
  return { pause: { seconds, cause: found.title, at: found.at.toISOString() } };
}

/** Returns the time in which work may explain pauses between visits. */
export function findPauseRange(
  visits: readonly VisitRow[],
): { readonly from: Date; readonly until: Date } | undefined {
  const [newest, oldest] = [visits[0], visits.at(-1)];
  if (!newest || !oldest) return undefined;
  return {
    from: new Date(oldest.from_at.getTime() - NEAR_MS),
    until: new Date(newest.from_at.getTime() + NEAR_MS),
  };
}

/** Returns true if a client changed from one device to another one over Wi-Fi, without a pause. */
export function hasRoamed(before: VisitRow, after: VisitRow): boolean {
  if (before.until_at === null || before.device_id === after.device_id) return false;
  if (before.band === null || after.band === null) return false;
  return after.from_at.getTime() - before.until_at.getTime() <= ROAM_GAP_MS;
}
