import type { Alarm } from '@northlight/contract';
import type { Selectable } from 'kysely';
import type { ConsequenceCount } from './store.ts';
import type { AlarmTable } from './tables.ts';

export function presentAlarm(row: Selectable<AlarmTable>, behind?: ConsequenceCount): Alarm {
  return {
    id: row.id,
    time: row.at.toISOString(),
    kind: row.kind,
    severity: row.severity,
    event: row.event,
    ...(row.device_id !== null && {
      device: {
        id: row.device_id,
        name: row.device_name ?? '',
        mac: row.device_mac ?? '',
        model: row.device_model ?? '',
      },
    }),
    ...(row.subject !== '' && { subject: row.subject }),
    read: row.read_at ? 1 : 0,
    ...(row.resolved_at && { resolvedAt: row.resolved_at.toISOString() }),
    ...(row.resolved_by !== null && { resolvedBy: row.resolved_by }),
    ...(row.cause_id !== null && { causeId: row.cause_id }),
    ...(behind && { behind }),
    ...(row.occurrences > 1 && { occurrences: row.occurrences }),
    ...(row.last_at && { lastTime: row.last_at.toISOString() }),
  };
}
