import type { LogRecord } from '@northlight/contract';
import { createRandomId, type Entropy } from '@northlight/runtime';
import type { Tx } from '../platform/db/database.ts';

/** A record of a device in a simulated past. */
export interface PastRecord {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly severity: LogRecord['severity'];
  readonly event: string;
  readonly at: Date;
}

/** Stores device records as if they had been written at their times. */
export async function insertPastRecords(
  tx: Tx,
  entropy: Entropy,
  projectId: number,
  records: readonly PastRecord[],
): Promise<void> {
  const rows = records.map(({ at, deviceId, deviceName, event, severity }) => ({
    id: createRandomId(entropy, at.getTime()),
    project_id: projectId,
    at,
    kind: 'device' as const,
    severity,
    event,
    device_id: deviceId,
    device_name: deviceName,
    event_id: null,
  }));
  if (rows.length > 0) await tx.insertInto('run_logs').values(rows).execute();
}
