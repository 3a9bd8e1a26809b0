import { IGNORED_HOURS, readCloudCode } from '@northlight/contract';
import type { HelloMessage } from '@northlight/contract/device-protocol';
import type { Db, Tx } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/http/network.ts';

const IGNORED_MS = IGNORED_HOURS * 3_600_000;

/** Remembers that a device nobody has claimed called; answers whose list it has just come into, if anybody's. */
export async function recordHello(
  db: Db,
  sn: string,
  hello: HelloMessage,
  now: number,
  address?: string,
): Promise<{ accountId: string } | undefined> {
  return db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('waiting_devices')
      .select(['cloud_code', 'since'])
      .where('sn', '=', sn)
      .forUpdate()
      .executeTakeFirst();
    const code = hello.cloudCode === undefined ? null : readCloudCode(hello.cloudCode);
    const accountId = code === null ? undefined : await holderOf(tx, code);
    const standing = accountId === undefined ? undefined : await standingAt(tx, accountId, sn, now);
    const anew = before?.cloud_code !== code || standing === 'lapsed';
    const values = {
      model: hello.model,
      mac: hello.mac,
      software: hello.sw,
      cloud_code: code,
      network: address === undefined ? null : networkOf(address),
      since: anew ? new Date(now) : (before?.since ?? new Date(now)),
      heard_at: new Date(now),
    };
    await tx
      .insertInto('waiting_devices')
      .values({ sn, ...values })
      .onConflict((conflict) => conflict.column('sn').doUpdateSet(values))
      .execute();
    const shown = standing === 'lapsed' || standing === 'waiting';
    return accountId !== undefined && anew && shown ? { accountId } : undefined;
  });
}

async function holderOf(tx: Tx, code: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('cloud_code', '=', code)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** What the account decided about the device; `lapsed` when the time of an ignored one is over, which ends it. */
async function standingAt(
  tx: Tx,
  accountId: string,
  sn: string,
  now: number,
): Promise<'waiting' | 'ignored' | 'rejected' | 'lapsed'> {
  const decision = await tx
    .selectFrom('waiting_decisions')
    .select(['standing', 'at'])
    .where('account_id', '=', accountId)
    .where('sn', '=', sn)
    .executeTakeFirst();
  if (!decision) return 'waiting';
  if (decision.standing !== 'ignored' || now - decision.at.getTime() < IGNORED_MS) return decision.standing;
  await tx.deleteFrom('waiting_decisions').where('account_id', '=', accountId).where('sn', '=', sn).execute();
  return 'lapsed';
}
