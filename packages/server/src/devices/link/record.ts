import type { DeviceRecord } from '@northlight/device-plane';
import type { Selectable } from 'kysely';
import type { DeviceConfig } from '@northlight/contract/device-protocol';
import type { StoredDesiredConfig } from '../seal-desired.ts';
import type { DeviceTable } from '../tables.ts';

export const RECORD_COLUMNS = [
  'id',
  'project_id',
  'name',
  'sn',
  'mac',
  'model',
  'kind',
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

/** Decrypts a stored configuration; returns a configuration without secrets unchanged. */
export type OpenDesired = (deviceId: string, stored: StoredDesiredConfig) => DeviceConfig;

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
    sn: row.sn,
    mac: row.mac,
    kind: row.kind,
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

/**
 * SQL text that writes a device's record within a larger statement, unless another step has changed the
 * record since it was read. The first sixteen parameters are those of `recordValues`. Returns the columns
 * needed for the device's alarms and log.
 */
export const WRITE_RECORD = `update devices set steps = steps + 1, state = $3, state_at = $4, waiting = $5, session = $6, boot = $7,
    managed = $8, desired_rev = coalesce($9, desired_rev), reported_rev = $10, reported_hash = $11, reported_status = $12,
    reported_issues = $13::jsonb, bad_rev = $14, sent_rev = $15, seen_rev = $16
  where id = $1 and steps = $2
  returning id, project_id, name, mac, model`;

/** Returns the parameters of `WRITE_RECORD`; `steps` is the device's step count when it was read. */
export const recordValues = (
  device: DeviceRecord,
  steps: number,
  desiredRev: number | undefined,
): readonly unknown[] => [
  device.id,
  steps,
  device.state,
  new Date(device.stateAt),
  device.waiting,
  device.session ?? null,
  device.boot ?? null,
  device.managed,
  desiredRev ?? null,
  device.reportedRev,
  device.reportedHash,
  device.reportedStatus,
  JSON.stringify(device.reportedIssues),
  device.badRev,
  device.sentRev,
  device.seenRev,
];
