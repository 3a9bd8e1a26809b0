import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { isAwaited } from '../replacements.ts';

/**
 * Returns the unclaimed devices that present the account's current cloud code or a certificate of a trusted authority, with the
 * account's decisions. New hardware that a device of a project waits for is absent.
 */
export function selectPendingDevices(db: DbOrTx, accountId: string) {
  return db
    .selectFrom('waiting_devices')
    .innerJoin('accounts', (join) =>
      join.on((on) =>
        on.or([
          on('accounts.cloud_code', '=', on.ref('waiting_devices.cloud_code')),
          on('accounts.id', '=', on.ref('waiting_devices.account_id')),
        ]),
      ),
    )
    .leftJoin('devices', (join) =>
      join
        .onRef('devices.sn', '=', 'waiting_devices.sn')
        .on('devices.authority', '=', sql<string>`coalesce(waiting_devices.key_hash, '')`),
    )
    .leftJoin('waiting_decisions', (join) =>
      join
        .onRef('waiting_decisions.sn', '=', 'waiting_devices.sn')
        .onRef('waiting_decisions.account_id', '=', 'accounts.id'),
    )
    .select([
      'waiting_devices.sn',
      'waiting_devices.mac',
      'waiting_devices.model',
      'waiting_devices.software',
      'waiting_devices.network',
      'waiting_devices.since',
      'waiting_devices.last_seen_at',
      'waiting_devices.key_hash',
      'waiting_devices.caps',
      'waiting_decisions.decision',
      'waiting_decisions.at as decided_at',
    ])
    .where('accounts.id', '=', accountId)
    .where('devices.id', 'is', null)
    .where(sql<boolean>`not ${isAwaited('waiting_devices.sn')}`)
    .orderBy('waiting_devices.since')
    .orderBy('waiting_devices.sn');
}
export type PendingDevice = Awaited<ReturnType<ReturnType<typeof selectPendingDevices>['execute']>>[number];

/**
 * Returns the devices that the account rejected, including those that no longer present the account's code.
 */
export function selectRejectedDevices(db: DbOrTx, accountId: string) {
  return db
    .selectFrom('waiting_decisions')
    .innerJoin('base_devices', 'base_devices.sn', 'waiting_decisions.sn')
    .leftJoin('devices', 'devices.sn', 'waiting_decisions.sn')
    .select(['base_devices.sn', 'base_devices.mac', 'base_devices.model', 'waiting_decisions.at'])
    .where('waiting_decisions.account_id', '=', accountId)
    .where('waiting_decisions.decision', '=', 'rejected')
    .where('devices.id', 'is', null)
    .orderBy('waiting_decisions.at');
}
export type RejectedDevice = Awaited<ReturnType<ReturnType<typeof selectRejectedDevices>['execute']>>[number];

/**
 * Returns the time at which an unclaimed device has last sent a message; undefined for an unknown one. `keyHash` is the key
 * of the authority of an OpenWiFi device.
 */
export async function readLastHello(
  db: DbOrTx,
  sn: string,
  keyHash: string | undefined,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('waiting_devices')
    .select('last_seen_at')
    .where('sn', '=', sn)
    .where('key_hash', keyHash === undefined ? 'is' : '=', keyHash ?? null)
    .executeTakeFirst();
  return row?.last_seen_at;
}
