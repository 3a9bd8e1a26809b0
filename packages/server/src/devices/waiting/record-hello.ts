import { readCloudCode } from '@northlight/contract';
import type { HelloMessage } from '@northlight/contract/device-protocol';
import type { Db, Tx } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/http/network.ts';
import { standingAt } from './standing.ts';

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
      .where('key_hash', 'is', null)
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
      .onConflict((conflict) => conflict.columns(['sn', 'key_hash']).doUpdateSet(values))
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
