import { type AlarmKind, type AlarmSeverity, DEVICE_STATE_TABLE } from '@northlight/contract';
import type { Db } from '../../platform/db/database.ts';

export const ONLINE_STATES = DEVICE_STATE_TABLE.filter((row) => row.countsOnline).map((row) => row.code);

/** Device or project that is watched for one kind of alarm. */
export interface Subject {
  readonly projectId: number;
  /** Id of the device; empty for the project itself. */
  readonly deviceId: string;
  readonly kind: AlarmKind;
  /** Disk or camera, for kinds of which a device can have several alarms; by default empty. */
  readonly subject?: string | undefined;
}

/** A figure that has reached the limit of its kind, and its alarm. */
export interface Reading extends Subject {
  readonly value: number;
  /** Severity in projects whose rule sets none; by default that of the kind. */
  readonly severity?: AlarmSeverity;
  readonly describe: (db: Db) => string | Promise<string>;
  /** True if an open alarm follows the text and the severity of later readings. */
  readonly isFollowed?: true;
}

/** Figures from which alarms are raised when they pass the threshold of their kind. */
export interface Condition {
  readonly kinds: readonly AlarmKind[];
  /** Reads the present figures, reported since `since`, that have reached the limit of their kind. */
  readonly read: (db: Db, getLimit: (kind: AlarmKind) => number, since: Date) => Promise<Reading[]>;
}

/** Selects the online devices with their reported state. */
export const selectOnlineDevices = (db: Db) =>
  db
    .selectFrom('device_state')
    .innerJoin('devices', 'devices.id', 'device_state.device_id')
    .select(['devices.id', 'devices.project_id', 'devices.name'])
    .where('devices.state', 'in', ONLINE_STATES);
