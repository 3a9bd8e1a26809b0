import type { Tx } from '../platform/db/database.ts';

/** Authority that certifies an OpenWiFi device. */
export interface HardwareAuthority {
  /** Account that trusts the authority. */
  readonly accountId: string;
  readonly keyHash: string;
}

/**
 * Lets hardware serve a device: it no longer waits for a project. An OpenWiFi device is linked with the authority that
 * certifies it.
 */
export async function linkHardware(
  tx: Tx,
  deviceId: string,
  { authority, sn }: { readonly sn: string; readonly authority?: HardwareAuthority | undefined },
): Promise<void> {
  if (authority)
    await tx
      .insertInto('openwifi_links')
      .values({ device_id: deviceId, account_id: authority.accountId, key_hash: authority.keyHash })
      .execute();
  await tx
    .deleteFrom('waiting_devices')
    .where('sn', '=', sn)
    .where('key_hash', authority ? '=' : 'is', authority?.keyHash ?? null)
    .execute();
}
