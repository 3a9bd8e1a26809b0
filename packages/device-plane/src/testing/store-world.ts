import type { StoredClient } from './memory-clients.ts';
import type { Figures, StoredAlarm } from './memory-records.ts';
import type { DesiredConfig, DeviceRecord, WorkRow } from '../records.ts';
import type { DeviceStore } from '../store.ts';

export type NewWork = Pick<WorkRow, 'kind'> & Partial<Pick<WorkRow, 'rev' | 'deadline' | 'args'>>;

/** A store with the ways in and out that the console has: what a test sets up, and what it looks at afterwards. */
export interface StoreWorld {
  readonly store: DeviceStore;
  addBaseDevice(sn: string, secretHash: string): Promise<void>;
  /** An account adds a device to a project; its new id. */
  claim(sn: string, projectId: number, now: number): Promise<string>;
  setDesired(deviceId: string, desired: DesiredConfig): Promise<void>;
  /** Queues work of a job; the row's id. */
  addWork(deviceId: string, work: NewWork): Promise<string>;
  device(deviceId: string): Promise<DeviceRecord>;
  /** What it said at its last birth. */
  software(deviceId: string): Promise<string | undefined>;
  rows(deviceId: string): Promise<readonly WorkRow[]>;
  alarms(deviceId: string): Promise<readonly StoredAlarm[]>;
  clients(projectId: number): Promise<readonly StoredClient[]>;
  figures(deviceId: string): Promise<Figures | undefined>;
  /** Serial numbers that said hello and that nobody claimed. */
  waiting(): Promise<readonly string[]>;
}
