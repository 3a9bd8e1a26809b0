import type { AlarmKind, AlarmSeverity } from '@northlight/contract';
import type { DbOrTx } from '../platform/db/database.ts';

export interface NewAlarm {
  readonly id: string;
  readonly projectId: number;
  /** Absent for an alarm of the project itself. */
  readonly deviceId?: string | undefined;
  readonly kind: AlarmKind;
  readonly severity: AlarmSeverity;
  /** Returns the text of the alarm; the name of the device is empty for an alarm of the project itself. */
  readonly describe: (deviceName: string) => string | Promise<string>;
  readonly at: Date;
  /** Port of the alarm, for kinds of which a device can have several alarms. */
  readonly subject?: string;
  readonly occurrences?: number;
  readonly lastAt?: Date | undefined;
}

/** Raises an alarm, unless the same alarm is open or its device has left the project. Returns true if it is new. */
export async function raiseAlarm(
  db: DbOrTx,
  { at, describe, deviceId, id, kind, lastAt, occurrences = 1, projectId, severity, subject = '' }: NewAlarm,
): Promise<boolean> {
  const device =
    deviceId === undefined
      ? undefined
      : await db
          .selectFrom('devices')
          .select(['name', 'mac', 'model'])
          .where('id', '=', deviceId)
          .where('project_id', '=', projectId)
          .executeTakeFirst();
  if (deviceId !== undefined && !device) return false;
  const inserted = await db
    .insertInto('alarms')
    .values({
      id,
      project_id: projectId,
      device_id: deviceId ?? null,
      device_name: device?.name ?? null,
      device_mac: device?.mac ?? null,
      device_model: device?.model ?? null,
      kind,
      severity,
      event: await describe(device?.name ?? ''),
      event_id: null,
      at,
      read_at: null,
      resolved_at: null,
      subject,
      occurrences,
      last_at: lastAt ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
