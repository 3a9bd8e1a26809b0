import {
  ALLOWED,
  ERRORS,
  IGNORED_HOURS,
  findModelEntry,
  formatModelName,
  type Permission,
  type WaitingDevice,
} from '@northlight/contract';
import type { DbOrTx } from '../../platform/db/database.ts';
import {
  type PendingDevice,
  selectPendingDevices,
  type RejectedDevice,
  selectRejectedDevices,
} from './store.ts';

const IGNORED_MS = IGNORED_HOURS * 3_600_000;

const refusal = (reason: string): Permission => ({
  allowed: false,
  code: ERRORS.invalidParameters.code,
  reason,
});
const REJECTED_BEFORE = refusal('You rejected this device. Undo the rejection first.');

/** Lists the devices that presented the account's cloud code or a certificate of a trusted authority: pending, ignored and rejected ones. */
export async function listWaiting(db: DbOrTx, accountId: string): Promise<WaitingDevice[]> {
  const pending = await selectPendingDevices(db, accountId).execute();
  const rejected = await selectRejectedDevices(db, accountId).execute();
  const pendingSns = new Set(pending.map(({ sn }) => sn));
  return [
    ...pending.map(presentPending),
    ...rejected.filter(({ sn }) => !pendingSns.has(sn)).map(presentRejected),
  ];
}

const presentIdentity = ({
  sn,
  mac,
  model,
  caps,
}: Pick<PendingDevice, 'sn' | 'mac' | 'model'> & Partial<Pick<PendingDevice, 'caps'>>) => ({
  sn,
  mac,
  model,
  modelName: formatModelName(model),
  kind: caps?.kind ?? findModelEntry(model)?.capabilities.kind,
});

function presentPending(row: PendingDevice): WaitingDevice {
  const status = row.decision ?? 'waiting';
  const supported = row.caps !== null || findModelEntry(row.model) !== undefined;
  return {
    ...presentIdentity(row),
    softwareVersion: row.software,
    network: row.network ?? undefined,
    since: (row.since ?? row.last_seen_at).toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    status,
    ...(status === 'ignored' &&
      row.decided_at && {
        ignoredUntil: new Date(row.decided_at.getTime() + IGNORED_MS).toISOString(),
      }),
    can: {
      add:
        status === 'rejected'
          ? REJECTED_BEFORE
          : supported
            ? ALLOWED
            : refusal(`The model ${row.model} is not supported.`),
    },
  };
}

const presentRejected = (row: RejectedDevice): WaitingDevice => ({
  ...presentIdentity(row),
  since: row.at.toISOString(),
  status: 'rejected',
  can: { add: REJECTED_BEFORE },
});
