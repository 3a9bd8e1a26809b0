import { DomainError } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { Tx } from '../../platform/db/database.ts';
import { lockBaseDevices } from '../check-claims.ts';
import { findNotPendingError } from './decide.ts';
import { selectPendingDevices } from './store.ts';

/** Hardware that waits for a project of an account. */
export interface PendingHardware {
  readonly mac: string;
  readonly model: string;
  /** Capabilities that an OpenWiFi device has reported. */
  readonly caps: Capabilities | undefined;
  /** Key of the authority of an OpenWiFi device. */
  readonly keyHash: string | undefined;
}

/** Locks and returns a device that waits in an account. Throws if none does, or the account has rejected it. */
export async function requirePendingDevice(tx: Tx, accountId: string, sn: string): Promise<PendingHardware> {
  const baseDevice = (await lockBaseDevices(tx, [{ sn }])).get(sn);
  const pending = await selectPendingDevices(tx, accountId)
    .where('waiting_devices.sn', '=', sn)
    .executeTakeFirst();
  const byAuthority = pending?.caps ? { ...pending, taken: false } : undefined;
  const entry = byAuthority ?? baseDevice;
  if (!entry || entry.taken || !pending) throw findNotPendingError();
  if (pending.decision === 'rejected')
    throw new DomainError('invalidParameters', {
      message: 'You rejected this device. Undo the rejection first.',
    });
  const { mac, model } = entry;
  return { mac, model, caps: pending.caps ?? undefined, keyHash: pending.key_hash ?? undefined };
}
