import { DomainError } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { Tx } from '../../platform/db/database.ts';
import { lockBaseDevices } from '../check-claims.ts';
import type { HardwareAuthority } from '../link-hardware.ts';
import { findNotPendingError } from './decide.ts';
import { selectPendingDevices } from './store.ts';

const REJECTED = 'You rejected this device. Undo the rejection first.';

/** Hardware that waits for a project of an account. */
export interface PendingHardware {
  readonly mac: string;
  readonly model: string;
  /** Capabilities that an OpenWiFi device has reported. */
  readonly caps: Capabilities | undefined;
  /** Authority of an OpenWiFi device. */
  readonly authority: HardwareAuthority | undefined;
}

/**
 * Locks and returns a device that waits in an account. Throws if none does, or the account has rejected it; `field` is the
 * field with the serial number.
 */
export async function requirePendingDevice(
  tx: Tx,
  accountId: string,
  sn: string,
  field?: string,
): Promise<PendingHardware> {
  const baseDevice = (await lockBaseDevices(tx, [{ sn }])).get(sn);
  const pending = await selectPendingDevices(tx, accountId)
    .where('waiting_devices.sn', '=', sn)
    .executeTakeFirst();
  const byAuthority = pending?.caps ? { ...pending, taken: false } : undefined;
  const entry = byAuthority ?? baseDevice;
  if (!entry || entry.taken || !pending) throw findNotPendingError(field);
  if (pending.decision === 'rejected')
    throw new DomainError('invalidParameters', {
      message: REJECTED,
      ...(field !== undefined && { fields: { [field]: REJECTED } }),
    });
  const { mac, model } = entry;
  const keyHash = pending.key_hash ?? undefined;
  return {
    mac,
    model,
    caps: pending.caps ?? undefined,
    authority: keyHash === undefined ? undefined : { accountId, keyHash },
  };
}
