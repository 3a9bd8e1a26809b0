import type {
  AlarmChange,
  BirthFacts,
  DeviceStore,
  DeviceView,
  Outcome,
  WorkRow,
} from '@northlight/device-plane';
import { sql } from 'kysely';
import { type Entropy, randomId } from '@northlight/runtime';
import type { Db, Tx } from '../../platform/db/database.ts';
import { endClients } from './clients.ts';
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
    // Its key stays free: what refers to the device, as its clients do, need not wait for the step.
    const row = await tx
      .selectFrom('devices')
      .select(RECORD_COLUMNS)
      .where('id', '=', deviceId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) return undefined;
    // Only a statement that begins under the lock sees what the step before it did to the work.
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
    ...(outcome.desiredRev !== undefined && { desired_rev: outcome.desiredRev }),
    ...(outcome.identity && identityColumns(outcome.identity)),
  };
  if (Object.keys(columns).length > 0)
    await tx.updateTable('devices').set(columns).where('id', '=', row.id).execute();
  if (outcome.identity) await writeBirthFacts(tx, row, outcome.identity);
  if (outcome.work && outcome.work.length > 0) await writeWork(tx, outcome.work, now);
  if (outcome.clientsGone) await endClients(tx, row.project_id, row.id);
  for (const alarm of outcome.alarms ?? []) await writeAlarm(tx, entropy, row, alarm, now);
}

async function writeWork(tx: Tx, work: readonly WorkRow[], now: Date): Promise<void> {
  const rows = work.map(({ id, rev, state, percent, detail, code, issues }) => ({
    id,
    rev,
    state,
    percent,
    detail,
    code,
    issues,
  }));
  await sql`
    update job_rows set rev = changed.rev, state = changed.state, percent = changed.percent, detail = changed.detail, code = changed.code,
      issues = changed.issues, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as changed(id uuid, rev bigint, state text, percent real, detail text, code integer, issues jsonb)
    where job_rows.id = changed.id`.execute(tx);
}

/** MAC, model, kind and tier stay as registered: by another kind a device would pass the limits of its project. */
function identityColumns(facts: BirthFacts) {
  const { kind: _kind, tier: _tier, ...own } = facts.caps;
  return {
    caps: sql<string>`${JSON.stringify(own)}::jsonb
      || jsonb_strip_nulls(jsonb_build_object('kind', devices.kind, 'tier', devices.caps -> 'tier'))`,
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
