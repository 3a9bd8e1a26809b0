import { type EventMeaning, interpretEvent, getEventTime, MESH_ROLES } from '@northlight/contract';
import type { EventMessage } from '@northlight/contract/device-protocol';
import type { AffectedResources } from '@northlight/device-plane';
import { type Entropy, createRandomId } from '@northlight/runtime';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

type Raise = Extract<EventMeaning, { is: 'raise' }>;

/**
 * Handles a device event: raises or resolves an alarm, or records a change of a port or parent. Returns the affected
 * projects.
 */
export async function saveEvent(
  db: Db,
  entropy: Entropy,
  deviceId: string,
  message: EventMessage,
  now: number,
): Promise<readonly AffectedResources[]> {
  const meaning = interpretEvent(message);
  if (!meaning) return [];
  const at = new Date(getEventTime(message.ts, now));
  const { rows } = await buildStatement(entropy, deviceId, message, meaning, at, now).execute(db);
  return rows.map((row) => ({
    projectId: row.project_id,
    resources: ['alarms'] as const,
    groupAlarms: true,
  }));
}

function buildStatement(
  entropy: Entropy,
  deviceId: string,
  { eid }: EventMessage,
  meaning: EventMeaning,
  at: Date,
  now: number,
): RawBuilder<{ project_id: number }> {
  switch (meaning.is) {
    case 'port':
      return sql`
        insert into port_changes (device_id, event_id, project_id, port, up, at)
        select id, ${eid}, project_id, ${meaning.port}, ${meaning.up}, ${at} from devices where id = ${deviceId}
        on conflict do nothing returning project_id`;
    case 'parent':
      return sql`
        insert into parent_changes (device_id, event_id, project_id, parent_mac, at)
        select id, ${eid}, project_id, ${meaning.parentMac}, ${at} from devices
        where id = ${deviceId} and role = any(${[...MESH_ROLES]})
        on conflict do nothing returning project_id`;
    case 'clear':
      return sql`
        update alarms set resolved_at = ${new Date(now)}
        where device_id = ${deviceId} and kind = ${meaning.kind} and resolved_at is null and at <= ${at}
          and (subject = ${meaning.subject} or ${meaning.subject} = '')
        returning project_id`;
    case 'raise':
      return raiseStatement(createRandomId(entropy, now), deviceId, eid, meaning, at);
  }
}

const raiseStatement = (
  id: string,
  deviceId: string,
  eid: string,
  { event, kind, severity, subject }: Raise,
  at: Date,
): RawBuilder<{ project_id: number }> => sql`
  insert into alarms (id, project_id, device_id, device_name, device_mac, device_model, kind, severity, event, event_id, subject, at)
  select ${id}::uuid, project_id, id, name, mac, model, ${kind}, ${severity}, ${event}, ${eid}, ${subject}, ${at}
  from devices where id = ${deviceId}
  on conflict do nothing returning project_id`;
