import {
  ALLOWED,
  ERRORS,
  IGNORED_HOURS,
  modelEntry,
  modelDisplayName,
  type Permission,
  type WaitingDevice,
} from '@northlight/contract';
import type { DbOrTx } from '../../platform/db/database.ts';
import { type CallingDevice, callingDevices, type RejectedDevice, rejectedDevices } from './store.ts';

const IGNORED_MS = IGNORED_HOURS * 3_600_000;

const refusal = (reason: string): Permission => ({
  allowed: false,
  code: ERRORS.invalidParameters.code,
  reason,
});
const REJECTED = refusal('You rejected this device. Take that back first.');

/** Everything that presented the account's cloud code, or a certificate that it trusts: what waits, what is ignored, what is rejected. */
export async function listWaiting(db: DbOrTx, accountId: string): Promise<WaitingDevice[]> {
  const calling = await callingDevices(db, accountId).execute();
  const rejected = await rejectedDevices(db, accountId).execute();
  const heard = new Set(calling.map(({ sn }) => sn));
  return [
    ...calling.map(presentCalling),
    ...rejected.filter(({ sn }) => !heard.has(sn)).map(presentRejected),
  ];
}

const named = ({
  sn,
  mac,
  model,
  caps,
}: Pick<CallingDevice, 'sn' | 'mac' | 'model'> & Partial<Pick<CallingDevice, 'caps'>>) => ({
  sn,
  mac,
  model,
  modelName: modelDisplayName(model),
  kind: caps?.kind ?? modelEntry(model)?.capabilities.kind,
});

function presentCalling(row: CallingDevice): WaitingDevice {
  const standing = row.standing ?? 'waiting';
  const supported = row.caps !== null || modelEntry(row.model) !== undefined;
  return {
    ...named(row),
    softwareVersion: row.software,
    network: row.network ?? undefined,
    since: (row.since ?? row.heard_at).toISOString(),
    heardAt: row.heard_at.toISOString(),
    standing,
    ...(standing === 'ignored' &&
      row.decided_at && {
        ignoredUntil: new Date(row.decided_at.getTime() + IGNORED_MS).toISOString(),
      }),
    can: {
      add:
        standing === 'rejected'
          ? REJECTED
          : supported
            ? ALLOWED
            : refusal(`The model ${row.model} is not supported.`),
    },
  };
}

const presentRejected = (row: RejectedDevice): WaitingDevice => ({
  ...named(row),
  since: row.at.toISOString(),
  standing: 'rejected',
  can: { add: REJECTED },
});
