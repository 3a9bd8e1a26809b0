import { describeEvent, getEventTime } from '@northlight/contract';
import type { EventMessage } from '@northlight/contract/device-protocol';
import type { AffectedResources } from '@northlight/device-plane';
import { type Entropy, createRandomId } from '@northlight/runtime';
import { sql } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';

/** Writes a device event into the project's log; a repeated event is ignored. */
export async function logEvent(
  db: DbOrTx,
  entropy: Entropy,
  deviceId: string,
  message: EventMessage,
  now: number,
): Promise<readonly AffectedResources[]> {
  const at = getEventTime(message.ts, now);
  const { rows } = await sql<{ project_id: number }>`
    insert into run_logs (id, project_id, at, kind, severity, event, device_id, device_name, event_id)
    select ${createRandomId(entropy, at)}::uuid, project_id, ${new Date(at)}, 'device', ${message.sev}, ${describeEvent(message)}, id, name, ${message.eid}
    from devices where id = ${deviceId}
    on conflict do nothing returning project_id`.execute(db);
  return rows.map((row) => ({ projectId: row.project_id, resources: ['logs'] as const }));
}

/**
 * Returns the SQL text that writes log records of a device step within a larger statement. `device` is the
 * name of the table expression in that statement with the device's `id`, `project_id` and `name`; `records`
 * is a JSON list.
 */
export const buildDeviceLogSql = (device: string, now: string, records: string): string =>
  `insert into run_logs (id, project_id, at, kind, severity, event, device_id, device_name)
  select line.id, ${device}.project_id, ${now}, 'device', line.severity, line.event, ${device}.id, ${device}.name
  from ${device}, jsonb_to_recordset(${records}::jsonb) as line(id uuid, severity text, event text)`;
