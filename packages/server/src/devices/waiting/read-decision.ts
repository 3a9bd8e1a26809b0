import { IGNORED_HOURS } from '@northlight/contract';
import type { Tx } from '../../platform/db/database.ts';

const IGNORED_MS = IGNORED_HOURS * 3_600_000;

/**
 * Returns the account's decision about a device. Deletes a decision to ignore a device that is older than
 * `IGNORED_HOURS`, and returns `lapsed`.
 */
export async function readDecision(
  tx: Tx,
  accountId: string,
  sn: string,
  now: number,
): Promise<'waiting' | 'ignored' | 'rejected' | 'lapsed'> {
  const row = await tx
    .selectFrom('waiting_decisions')
    .select(['decision', 'at'])
    .where('account_id', '=', accountId)
    .where('sn', '=', sn)
    .executeTakeFirst();
  if (!row) return 'waiting';
  if (row.decision !== 'ignored' || now - row.at.getTime() < IGNORED_MS) return row.decision;
  await tx.deleteFrom('waiting_decisions').where('account_id', '=', accountId).where('sn', '=', sn).execute();
  return 'lapsed';
}
