import { type AlarmKind, ALARM_KINDS } from '@northlight/contract';
import { type Entropy, createRandomId } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';

const KIND: AlarmKind = 'claim-attempt';

/**
 * Raises an alarm for the project of a device whose correct claim code another account has entered: the label may have been
 * copied. Keeps one open alarm per device. Returns the project if the alarm is new.
 */
export async function raiseClaimAttempt(
  tx: Tx,
  entropy: Entropy,
  deviceId: string,
  now: Date,
): Promise<number | undefined> {
  const id = createRandomId(entropy, now.getTime());
  const { rows } = await sql<{ project_id: number }>`
    insert into alarms (id, project_id, device_id, device_name, device_mac, device_model, kind, severity, event, at)
    select ${id}::uuid, project_id, id, name, mac, model, ${KIND}, ${ALARM_KINDS[KIND].severity},
      name || ': another account entered its claim code. It stays in this project.', ${now}
    from devices where id = ${deviceId}
    on conflict do nothing returning project_id`.execute(tx);
  return rows[0]?.project_id;
}
