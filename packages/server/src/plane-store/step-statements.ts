import type { DeviceView, Outcome, WorkRow } from '@northlight/device-plane';
import { type Entropy, randomId } from '@northlight/runtime';
import { CompiledQuery } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import { heldByWaveSql } from '../jobs/index.ts';
import { livingProjectSql } from '../projects/index.ts';
import { liveShareSql } from '../sharing/index.ts';
import { type OpenDesired, RECORD_COLUMNS, type RecordRow, toRecord } from './records.ts';

/** A device with its open work as one snapshot shows them, and how often it had been changed. */
export interface KnownDevice {
  readonly view: DeviceView;
  readonly steps: number;
}

/** Whoever asked for a row that still waits has to own the project, or to have it read-write, at the time $2. */
const REVOKED = `r.state = 'queued' and exists (select 1 from jobs j where j.id = r.job_id and j.actor_id is not null
      and not exists (select 1 from projects p join accounts a on a.id = j.actor_id
        left join shares s on s.project_id = p.id and s.account_id = a.id and s."right" = 'rw'
          and ${liveShareSql('s', '$2')}
        where p.id = r.project_id and ${livingProjectSql('p', '$2')}
          and a.disabled_at is null and (p.owner_id = a.id or s.id is not null)))`;

// Written out, because building a query costs as much as answering it.
const READ = `/* prepared: device-read */
select ${RECORD_COLUMNS.map((column) => `d.${column}`).join(', ')}, d.steps,
  (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'rev', r.rev, 'state', r.state,
      'percent', r.percent, 'detail', r.detail, 'code', r.code, 'issues', r.issues, 'args', r.args, 'revoked', ${REVOKED},
      'held', ${heldByWaveSql('r')},
      'deadline', (extract(epoch from r.deadline) * 1000)::bigint) order by r.id), '[]')
    from job_rows r where r.device_id = d.id and r.state in ('queued', 'sent', 'running')) as work
from devices d where d.id = $1`;

const WRITE = `written as (
  update devices set steps = steps + 1, state = $3, state_at = $4, waiting = $5, session = $6, boot = $7, managed = $8,
    desired_rev = coalesce($9, desired_rev), reported_rev = $10, reported_hash = $11, reported_status = $12, reported_issues = $13::jsonb,
    bad_rev = $14, sent_rev = $15, seen_rev = $16
  where id = $1 and steps = $2
  returning id, project_id, name, mac, model
)`;

// Each takes the device's row from the part above, and so waits for its lock and stops where it stops.
const PARTS = {
  moved: (at: number) => `moved as (
  update job_rows set rev = changed.rev, state = changed.state, percent = changed.percent, detail = changed.detail,
    code = changed.code, issues = changed.issues, result = changed.result, updated_at = $${at}
  from written, jsonb_to_recordset($${at + 1}::jsonb)
    as changed(id uuid, rev bigint, state text, percent real, detail text, code integer, issues jsonb, result jsonb)
  where job_rows.id = changed.id and job_rows.device_id = written.id
)`,
  resolved: (at: number) => `resolved as (
  update alarms set resolved_at = $${at}
  from written where alarms.device_id = written.id and alarms.kind = any($${at + 1}::text[]) and alarms.resolved_at is null
)`,
  raised: (at: number) => `raised as (
  insert into alarms (id, project_id, device_id, device_name, device_mac, device_model, kind, severity, event, at)
  select fresh.id, written.project_id, written.id, written.name, written.mac, written.model, fresh.kind, fresh.severity,
    fresh.event, $${at}
  from written, jsonb_to_recordset($${at + 1}::jsonb) as fresh(id uuid, kind text, severity text, event text)
  on conflict do nothing
)`,
  logged: (at: number) => `logged as (
  insert into run_logs (id, project_id, at, kind, severity, event, device_id, device_name)
  select line.id, written.project_id, $${at}, 'device', line.severity, line.event, written.id, written.name
  from written, jsonb_to_recordset($${at + 1}::jsonb) as line(id uuid, severity text, event text)
)`,
} as const;
type Part = keyof typeof PARTS;

/** The statement for what there is to write besides the record; each combination has its plan. */
function statementFor(parts: readonly Part[]): string {
  const written = parts.map((part, index) => PARTS[part](17 + 2 * index));
  const name = ['device-write', ...parts].join('-');
  return `/* prepared: ${name} */ with ${[WRITE, ...written].join(', ')} select project_id from written`;
}

interface WorkJson extends Omit<WorkRow, 'rev' | 'percent' | 'detail' | 'code' | 'deadline'> {
  readonly rev: number | null;
  readonly percent: number | null;
  readonly detail: string | null;
  readonly code: number | null;
  readonly deadline: number | null;
}

type ReadRow = RecordRow & { readonly steps: number; readonly work: readonly WorkJson[] };

/** Reads without a lock; undefined when there is no such device. */
export async function readDevice(
  db: DbOrTx,
  deviceId: string,
  now: Date,
  openDesired: OpenDesired,
): Promise<KnownDevice | undefined> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(READ, [deviceId, now]));
  const row = rows[0] as ReadRow | undefined;
  if (!row) return undefined;
  const work = row.work.map((open): WorkRow => ({
    ...open,
    rev: open.rev ?? undefined,
    percent: open.percent ?? undefined,
    detail: open.detail ?? undefined,
    code: open.code ?? undefined,
    deadline: open.deadline ?? undefined,
  }));
  return { view: { device: toRecord(row, openDesired), work }, steps: row.steps };
}

/** Writes record, work and alarms if the device is still as it was read; the project that it belongs to. */
export async function writeStep(
  db: DbOrTx,
  entropy: Entropy,
  { view, steps }: KnownDevice,
  outcome: Outcome,
  now: Date,
): Promise<number | undefined> {
  const device = { ...view.device, ...outcome.device };
  // Of several words on one kind of alarm the last one counts.
  const alarms = [...new Map((outcome.alarms ?? []).map((alarm) => [alarm.kind, alarm] as const)).values()];
  const resolved = alarms.filter(({ change }) => change === 'resolve').map(({ kind }) => kind);
  const raised = alarms
    .filter(({ change }) => change === 'raise')
    .map(({ kind, severity, event }) => ({ id: randomId(entropy, now.getTime()), kind, severity, event }));
  const lines = (outcome.log ?? []).map((line) => ({ id: randomId(entropy, now.getTime()), ...line }));
  const record = [
    device.id,
    steps,
    device.state,
    new Date(device.stateAt),
    device.waiting,
    device.session ?? null,
    device.boot ?? null,
    device.managed,
    outcome.desiredRev ?? null,
    device.reportedRev,
    device.reportedHash,
    device.reportedStatus,
    JSON.stringify(device.reportedIssues),
    device.badRev,
    device.sentRev,
    device.seenRev,
  ];
  const given: readonly (readonly [Part, readonly unknown[], unknown])[] = [
    ['moved', outcome.work ?? [], JSON.stringify(outcome.work)],
    ['resolved', resolved, resolved],
    ['raised', raised, JSON.stringify(raised)],
    ['logged', lines, JSON.stringify(lines)],
  ];
  const parts = given.filter(([, items]) => items.length > 0);
  const statement = statementFor(parts.map(([part]) => part));
  const values = [...record, ...parts.flatMap(([, , value]) => [now, value])];
  const { rows } = await db.executeQuery(CompiledQuery.raw(statement, values));
  return (rows[0] as { project_id: number } | undefined)?.project_id;
}
