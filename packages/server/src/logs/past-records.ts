import type { LogRecord } from '@northlight/contract';
import { createRandomId, type Entropy } from '@northlight/runtime';
import { insertRows } from '../platform/db/insert-rows.ts';
import type { Tx } from '../platform/db/database.ts';

/** A record in a simulated past: of a device, or of the system without one. */
export interface PastRecord {
  readonly device: { readonly id: string; readonly name: string } | undefined;
  readonly severity: LogRecord['severity'];
  readonly event: string;
  readonly at: Date;
}

/** Stores records as if they had been written at their times. */
export async function insertPastRecords(
  tx: Tx,
  entropy: Entropy,
  projectId: number,
  records: readonly PastRecord[],
): Promise<void> {
  const rows = records.map(({ at, device, event, severity }) => ({
    id: createRandomId(entropy, at.getTime()),
    project_id: projectId,
    at,
    kind: device ? ('device' as const) : ('system' as const),
    severity,
    event,
    device_id: device?.id ?? null,
    device_name: device?.name ?? null,
    event_id: null,
  }));
  if (rows.length > 0) await insertRows(tx, 'run_logs', rows).execute();
}
