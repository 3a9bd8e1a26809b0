import { getSourceNetwork } from '@northlight/runtime';
import { readCloudCode } from '@northlight/contract';
import type { HelloMessage } from '@northlight/contract/device-protocol';
import type { Db, Tx } from '../../platform/db/database.ts';
import { readDecision } from './read-decision.ts';

/**
 * Stores the hello of an unclaimed device; returns the account if the device is new in the account's list of
 * pending devices.
 */
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
    const accountId = code === null ? undefined : await findAccountByCode(tx, code);
    const decision = accountId === undefined ? undefined : await readDecision(tx, accountId, sn, now);
    const isNew = before?.cloud_code !== code || decision === 'lapsed';
    const values = {
      model: hello.model,
      mac: hello.mac,
      software: hello.sw,
      cloud_code: code,
      network: address === undefined ? null : getSourceNetwork(address),
      since: isNew ? new Date(now) : (before?.since ?? new Date(now)),
      last_seen_at: new Date(now),
    };
    await tx
      .insertInto('waiting_devices')
      .values({ sn, ...values })
      .onConflict((conflict) => conflict.columns(['sn', 'key_hash']).doUpdateSet(values))
      .execute();
    const isListed = decision === 'lapsed' || decision === 'waiting';
    return accountId !== undefined && isNew && isListed ? { accountId } : undefined;
  });
}

async function findAccountByCode(tx: Tx, code: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('cloud_code', '=', code)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}
