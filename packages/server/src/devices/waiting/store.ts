import type { DbOrTx } from '../../platform/db/database.ts';

/**
 * Devices that present the account's present cloud code, or a certificate of an authority that it trusts, and that nobody
 * claimed, with what it decided of them.
 */
export function callingDevices(db: DbOrTx, accountId: string) {
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
    .leftJoin('devices', 'devices.sn', 'waiting_devices.sn')
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
      'waiting_devices.heard_at',
      'waiting_devices.key_hash',
      'waiting_devices.caps',
      'waiting_decisions.standing',
      'waiting_decisions.at as decided_at',
    ])
    .where('accounts.id', '=', accountId)
    .where('devices.id', 'is', null)
    .orderBy('waiting_devices.since')
    .orderBy('waiting_devices.sn');
}
export type CallingDevice = Awaited<ReturnType<ReturnType<typeof callingDevices>['execute']>>[number];

/** Devices that the account rejected, whether they still call or not. */
export function rejectedDevices(db: DbOrTx, accountId: string) {
  return db
    .selectFrom('waiting_decisions')
    .innerJoin('base_devices', 'base_devices.sn', 'waiting_decisions.sn')
    .leftJoin('devices', 'devices.sn', 'waiting_decisions.sn')
    .select(['base_devices.sn', 'base_devices.mac', 'base_devices.model', 'waiting_decisions.at'])
    .where('waiting_decisions.account_id', '=', accountId)
    .where('waiting_decisions.standing', '=', 'rejected')
    .where('devices.id', 'is', null)
    .orderBy('waiting_decisions.at');
}
export type RejectedDevice = Awaited<ReturnType<ReturnType<typeof rejectedDevices>['execute']>>[number];
