import { chooseRole, type DeviceRole, findCapabilities } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { hashSha256Hex } from '@northlight/runtime';
import { insertRows } from '../platform/db/insert-rows.ts';
import type { Work } from '../platform/work.ts';
import { hashClaimCode } from './base-devices.ts';
import { insertDevice } from './insert-device.ts';
import { readNetMode } from './net-mode.ts';

export interface UnclaimedDevice {
  readonly sn: string;
  readonly mac: string;
  readonly model: string;
  readonly name: string;
  readonly secret: string;
  /** Last revision that the device had in a simulated past; its first configuration has the next revision. */
  readonly seenRev?: number | undefined;
  /** Capabilities and role; by default those of the model. */
  readonly caps?: Capabilities;
  readonly role?: DeviceRole;
}

/**
 * Adds devices to a project without claim codes. For devices that exist already, replaces only the secret.
 * Returns the ids of the added devices.
 */
export async function addDevicesWithoutClaim(
  work: Work,
  projectId: number,
  devices: readonly UnclaimedDevice[],
): Promise<string[]> {
  await putBaseDevices(work, devices);
  const { tx } = work;
  const netMode = await readNetMode(tx, projectId);
  const present = await tx
    .selectFrom('devices')
    .select(['sn', 'role'])
    .where('project_id', '=', projectId)
    .execute();
  const known = new Set(present.map(({ sn }) => sn));
  const roles = present.map(({ role }) => role);
  const added: string[] = [];
  for (const { sn, mac, model, name, seenRev, ...own } of devices) {
    const caps = own.caps ?? findCapabilities(model);
    if (!caps || known.has(sn)) continue;
    const role = own.role ?? chooseRole(caps, netMode, roles);
    roles.push(role);
    added.push(await insertDevice(work, { projectId, sn, mac, model, name, caps, role, seenRev }));
  }
  return added;
}

/**
 * Registers devices in the base device list; replaces only the secret of existing ones. Devices without a claim code
 * cannot be claimed.
 */
export async function putBaseDevices(
  { entropy, now, tx }: Work,
  devices: readonly (Omit<UnclaimedDevice, 'name' | 'seenRev'> & { readonly claimCode?: string })[],
): Promise<void> {
  if (devices.length === 0) return;
  const rows = devices.map(({ sn, mac, model, secret, claimCode }) => ({
    sn,
    mac,
    model,
    // Without a claim code, hashes a random one that is not stored.
    claim_hash: hashClaimCode(sn, claimCode ?? Buffer.from(entropy.bytes(16)).toString('hex')),
    secret_hash: hashSha256Hex(secret),
    registered_at: now,
  }));
  await insertRows(tx, 'base_devices', rows)
    .onConflict((conflict) =>
      conflict.column('sn').doUpdateSet((update) => ({ secret_hash: update.ref('excluded.secret_hash') })),
    )
    .execute();
}
