import type { AlarmChange, BirthFacts, DeviceStore, DeviceView, Outcome } from '@northlight/device-plane';
import { type Entropy, randomId } from '@northlight/runtime';
import { limitClassOf } from '../limit-class.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { RECORD_COLUMNS, type RecordRow, toColumns, toRecord, toWork } from './records.ts';

/** Loads a device with its open work under a row lock, applies a pure step, and writes what it changes. */
export async function stepDevice(
  db: Db,
  entropy: Entropy,
  deviceId: string,
  step: (view: DeviceView) => Outcome,
  now: number,
): ReturnType<DeviceStore['step']> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('devices')
      .select(RECORD_COLUMNS)
      .where('id', '=', deviceId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return undefined;
    const work = await tx
      .selectFrom('job_rows')
      .selectAll()
      .where('device_id', '=', deviceId)
      .where('state', 'in', ['queued', 'sent', 'running'])
      .orderBy('id')
      .execute();
    const outcome = step({ device: toRecord(row), work: work.map(toWork) });
    await writeOutcome(tx, entropy, row, outcome, new Date(now));
    return { ...outcome, projectId: row.project_id };
  });
}

async function writeOutcome(
  tx: Tx,
  entropy: Entropy,
  row: RecordRow,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const columns = {
    ...toColumns(outcome.device ?? {}),
    ...(outcome.identity && identityColumns(outcome.identity)),
  };
  if (Object.keys(columns).length > 0)
    await tx.updateTable('devices').set(columns).where('id', '=', row.id).execute();
  if (outcome.identity) await writeBirthFacts(tx, row, outcome.identity);
  for (const work of outcome.work ?? [])
    await tx
      .updateTable('job_rows')
      .set({
        state: work.state,
        percent: work.percent ?? null,
        detail: work.detail ?? null,
        code: work.code ?? null,
        issues: JSON.stringify(work.issues),
        updated_at: now,
      })
      .where('id', '=', work.id)
      .execute();
  if (outcome.clientsGone)
    await tx
      .updateTable('online_clients')
      .set({ online: false })
      .where('device_id', '=', row.id)
      .where('online', '=', true)
      .execute();
  for (const alarm of outcome.alarms ?? []) await writeAlarm(tx, entropy, row, alarm, now);
}

function identityColumns(facts: BirthFacts) {
  return {
    mac: facts.mac,
    model: facts.model,
    kind: facts.caps.kind,
    limit_class: limitClassOf(facts.caps) ?? null,
    caps: JSON.stringify(facts.caps),
    software: facts.software,
    hardware: facts.hardware,
    mesh_role: facts.meshRole ?? null,
  };
}

async function writeBirthFacts(tx: Tx, row: RecordRow, facts: BirthFacts): Promise<void> {
  const values = {
    ip: facts.nets.ip ?? null,
    vlan: facts.nets.vlan ?? null,
    uplink_mac: facts.nets.uplinkMac ?? null,
    uplink_port: facts.nets.uplinkPort ?? null,
    uptime_seconds: Math.round(facts.uptimeSeconds),
    reported_at: new Date(facts.bornAt),
  };
  await tx
    .insertInto('device_state')
    .values({
      device_id: row.id,
      project_id: row.project_id,
      cpu: null,
      mem: null,
      clients: null,
      ports: null,
      neighbours: null,
      ...values,
    })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
    .execute();
}

async function writeAlarm(
  tx: Tx,
  entropy: Entropy,
  row: RecordRow,
  alarm: AlarmChange,
  now: Date,
): Promise<void> {
  if (alarm.change === 'resolve') {
    await tx
      .updateTable('alarms')
      .set({ resolved_at: now })
      .where('device_id', '=', row.id)
      .where('kind', '=', alarm.kind)
      .where('resolved_at', 'is', null)
      .execute();
    return;
  }
  await tx
    .insertInto('alarms')
    .values({
      id: randomId(entropy, now.getTime()),
      project_id: row.project_id,
      device_id: row.id,
      device_name: row.name,
      device_mac: row.mac,
      device_model: row.model,
      kind: alarm.kind,
      severity: alarm.severity,
      event: alarm.event,
      event_id: null,
      at: now,
      read_at: null,
      resolved_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
