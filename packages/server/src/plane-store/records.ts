import type { DeviceRecord, WorkRow } from '@northlight/device-plane';
import type { Selectable } from 'kysely';
import type { DeviceConfig } from '@northlight/contract/device-protocol';
import type { StoredDesired, DeviceTable } from '../devices/index.ts';
import type { JobRowTable } from '../jobs/index.ts';

/** Columns that make a DeviceRecord. */
export const RECORD_COLUMNS = [
  'id',
  'project_id',
  'name',
  'mac',
  'model',
  'epoch',
  'state',
  'state_at',
  'waiting',
  'session',
  'boot',
  'managed',
  'desired_rev',
  'desired_hash',
  'desired_config',
  'desired_when',
  'reported_rev',
  'reported_hash',
  'reported_status',
  'reported_issues',
  'bad_rev',
  'sent_rev',
  'seen_rev',
] as const;

export type RecordRow = Pick<Selectable<DeviceTable>, (typeof RECORD_COLUMNS)[number]>;

/** `open` makes a stored configuration readable. */
export type OpenDesired = (deviceId: string, stored: StoredDesired) => DeviceConfig;

export function toRecord(row: RecordRow, open: OpenDesired): DeviceRecord {
  const desired =
    row.desired_config && row.desired_hash !== null
      ? {
          rev: row.desired_rev,
          hash: row.desired_hash,
          config: open(row.id, row.desired_config),
          ...(row.desired_when && { when: row.desired_when.getTime() }),
        }
      : undefined;
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    epoch: row.epoch,
    state: row.state,
    stateAt: row.state_at.getTime(),
    waiting: row.waiting,
    session: row.session ?? undefined,
    boot: row.boot ?? undefined,
    managed: row.managed,
    desired,
    reportedRev: row.reported_rev,
    reportedHash: row.reported_hash,
    reportedStatus: row.reported_status,
    reportedIssues: row.reported_issues,
    badRev: row.bad_rev,
    sentRev: row.sent_rev,
    seenRev: row.seen_rev,
  };
}

export function toWork(row: Selectable<JobRowTable>): WorkRow {
  return {
    id: row.id,
    kind: row.kind,
    rev: row.rev ?? undefined,
    state: row.state,
    percent: row.percent ?? undefined,
    detail: row.detail ?? undefined,
    code: row.code ?? undefined,
    issues: row.issues,
    args: row.args,
    result: row.result ?? undefined,
    deadline: row.deadline?.getTime(),
  };
}
