import type { AlarmKind, AlarmSeverity } from '@northlight/contract';
import { insertRows } from '../platform/db/insert-rows.ts';
import type { Tx } from '../platform/db/database.ts';

/** An alarm that a device of the project had in a simulated past. */
export interface PastAlarm {
  readonly id: string;
  readonly deviceId: string;
  readonly kind: AlarmKind;
  readonly severity: AlarmSeverity;
  readonly event: string;
  readonly at: Date;
  /** Time of the end; absent while the alarm is open. */
  readonly resolvedAt?: Date;
  readonly causeId?: string;
}

/**
 * Stores alarms as if they had been raised and shown at their times, without notices. Their devices must
 * exist.
 */
export async function insertPastAlarms(
  tx: Tx,
  projectId: number,
  alarms: readonly PastAlarm[],
): Promise<void> {
  const devices = await tx
    .selectFrom('devices')
    .select(['id', 'name', 'mac', 'model'])
    .where('project_id', '=', projectId)
    .execute();
  const byId = new Map(devices.map((device) => [device.id, device] as const));
  const rows = alarms.map(({ at, causeId, deviceId, event, id, kind, resolvedAt, severity }) => ({
    id,
    project_id: projectId,
    device_id: deviceId,
    device_name: byId.get(deviceId)?.name ?? null,
    device_mac: byId.get(deviceId)?.mac ?? null,
    device_model: byId.get(deviceId)?.model ?? null,
    kind,
    severity,
    event,
    event_id: null,
    at,
    read_at: resolvedAt ?? null,
    resolved_at: resolvedAt ?? null,
    cause_id: causeId ?? null,
    status: 'shown' as const,
    shown_at: at,
    considered_at: at,
  }));
  if (rows.length > 0) await insertRows(tx, 'alarms', rows).execute();
}
