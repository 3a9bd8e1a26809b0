import type { DeviceView, Outcome, WorkRow } from '@northlight/device-plane';
import { type Entropy, createRandomId } from '@northlight/runtime';
import { CompiledQuery } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import { buildRaiseAlarmsSql, buildResolveAlarmsSql } from '../alarms/index.ts';
import {
  type OpenDesired,
  RECORD_COLUMNS,
  type RecordRow,
  recordValues,
  toRecord,
  WRITE_RECORD,
} from '../devices/index.ts';
import { buildChangeWorkSql, buildOpenWorkSql } from '../jobs/index.ts';
import { buildDeviceLogSql } from '../logs/index.ts';
import { buildWriteRightSql } from '../projects/index.ts';
import { concealClaimCodes } from './conceal-claim-codes.ts';

/** A device with its open work, read in one snapshot, and its step count. */
export interface DeviceSnapshot {
  readonly view: DeviceView;
  readonly steps: number;
}

/**
 * Returns the SQL condition that the requester of queued work has write access to the project at the time $2.
 */
const mayWrite = (account: string, project: string): string => buildWriteRightSql(account, project, '$2');

// Plain SQL text, because building the query costs as much as executing it.
const READ = `/* prepared: device-read */
select ${RECORD_COLUMNS.map((column) => `d.${column}`).join(', ')}, d.steps, (${buildOpenWorkSql('d.id', mayWrite)}) as work
from devices d where d.id = $1`;

// Each part reads the device's row from `written`, so that it waits for the lock and does nothing when no row
// was written.
const PARTS = {
  moved: buildChangeWorkSql,
  resolved: buildResolveAlarmsSql,
  raised: buildRaiseAlarmsSql,
  logged: buildDeviceLogSql,
} as const;
type Part = keyof typeof PARTS;

/**
 * Builds the statement that writes the record and the given parts. The record's parameters come first, each
 * part has two more. Each combination of parts is a separate prepared statement.
 */
function buildStatement(recordValueCount: number, parts: readonly Part[]): string {
  const written = parts.map((part, index) => {
    const at = recordValueCount + 1 + 2 * index;
    return `${part} as (${PARTS[part]('written', `$${at}`, `$${at + 1}`)})`;
  });
  const name = ['device-write', ...parts].join('-');
  const all = [`written as (${WRITE_RECORD})`, ...written].join(', ');
  return `/* prepared: ${name} */ with ${all} select project_id from written`;
}

interface WorkJson extends Omit<WorkRow, 'rev' | 'percent' | 'detail' | 'code' | 'deadline'> {
  readonly rev: number | null;
  readonly percent: number | null;
  readonly detail: string | null;
  readonly code: number | null;
  readonly deadline: number | null;
}

type ReadRow = RecordRow & { readonly steps: number; readonly work: readonly WorkJson[] };

/** Reads a device without a lock; undefined for an unknown device. */
export async function readDevice(
  db: DbOrTx,
  deviceId: string,
  now: Date,
  openDesired: OpenDesired,
): Promise<DeviceSnapshot | undefined> {
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

/**
 * Writes record, work, alarms and log if the device has not changed since the snapshot; returns its project,
 * otherwise undefined.
 */
export async function writeStep(
  db: DbOrTx,
  entropy: Entropy,
  { view, steps }: DeviceSnapshot,
  outcome: Outcome,
  now: Date,
): Promise<number | undefined> {
  const device = { ...view.device, ...outcome.device };
  // Keeps the last of several changes to one kind of alarm.
  const alarms = [...new Map((outcome.alarms ?? []).map((alarm) => [alarm.kind, alarm] as const)).values()];
  const resolved = alarms.filter(({ change }) => change === 'resolve').map(({ kind }) => kind);
  const raised = alarms
    .filter(({ change }) => change === 'raise')
    .map(({ kind, severity, event }) => ({
      id: createRandomId(entropy, now.getTime()),
      kind,
      severity,
      event,
    }));
  const lines = (outcome.log ?? []).map((line) => ({ id: createRandomId(entropy, now.getTime()), ...line }));
  const record = recordValues(device, steps, outcome.desiredRev);
  const candidates: readonly (readonly [Part, readonly unknown[], unknown])[] = [
    ['moved', outcome.work ?? [], JSON.stringify(concealClaimCodes(outcome.work ?? []))],
    ['resolved', resolved, resolved],
    ['raised', raised, JSON.stringify(raised)],
    ['logged', lines, JSON.stringify(lines)],
  ];
  const parts = candidates.filter(([, items]) => items.length > 0);
  const statement = buildStatement(
    record.length,
    parts.map(([part]) => part),
  );
  const values = [...record, ...parts.flatMap(([, , value]) => [now, value])];
  const { rows } = await db.executeQuery(CompiledQuery.raw(statement, values));
  return (rows[0] as { project_id: number } | undefined)?.project_id;
}
