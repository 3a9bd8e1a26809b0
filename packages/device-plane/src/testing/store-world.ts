import type { StoredClient } from './memory-clients.ts';
import type { Figures, StoredAlarm } from './memory-records.ts';
import type { DesiredConfig, DeviceRecord, WorkRow } from '../records.ts';
import type { DeviceStore } from '../store.ts';

export type NewWork = Pick<WorkRow, 'kind'> & Partial<Pick<WorkRow, 'rev' | 'deadline' | 'args'>>;

/** A store with the console's functions that tests need to set it up and to inspect it. */
export interface StoreWorld {
  readonly store: DeviceStore;
  addBaseDevice(sn: string, secretHash: string): Promise<void>;
  /** Adds a device to a project and returns its new id. */
  claim(sn: string, projectId: number, now: number): Promise<string>;
  setDesired(deviceId: string, desired: DesiredConfig): Promise<void>;
  /** Queues work of a job and returns the id of its row. */
  addWork(deviceId: string, work: NewWork): Promise<string>;
  device(deviceId: string): Promise<DeviceRecord>;
  /** Returns the software version from the last birth. */
  software(deviceId: string): Promise<string | undefined>;
  rows(deviceId: string): Promise<readonly WorkRow[]>;
  alarms(deviceId: string): Promise<readonly StoredAlarm[]>;
  clients(projectId: number): Promise<readonly StoredClient[]>;
  figures(deviceId: string): Promise<Figures | undefined>;
  /** Returns the serial numbers that sent a hello and are not claimed. */
  waiting(): Promise<readonly string[]>;
}
