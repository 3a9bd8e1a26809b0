import type { DbOrTx } from '../platform/db/database.ts';

/** Signal with which a device received a client. */
export interface SeenSignal {
  readonly deviceId: string;
  readonly band: string;
  readonly signalDbm: number;
}

/** Lists the weakest signal of each visit of a Wi-Fi client since a time, of the newest visits first. */
export async function listSeenSignals(
  db: DbOrTx,
  projectId: number,
  { limit, since }: { readonly since: Date; readonly limit: number },
): Promise<SeenSignal[]> {
  const rows = await db
    .selectFrom('client_visits')
    .select(['device_id', 'band', 'signal_dbm', 'last_signal_dbm'])
    .where('project_id', '=', projectId)
    .where('band', 'is not', null)
    .where((where) => where.or([where('until_at', 'is', null), where('until_at', '>', since)]))
    .orderBy('from_at', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ band, device_id: deviceId, last_signal_dbm: last, signal_dbm: first }) => {
    const signals = [first, last].filter((signal) => signal !== null);
    return band === null || signals.length === 0 ? [] : [{ deviceId, band, signalDbm: Math.min(...signals) }];
  });
}
