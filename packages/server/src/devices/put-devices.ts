import { capabilitiesOf } from '@northlight/contract';
import { sha256Hex } from '@northlight/runtime';
import type { Tx } from '../platform/db/database.ts';
import type { Services } from '../services.ts';
import { claimHash } from './base-devices.ts';
import { insertDevice } from './claim.ts';

export interface PutDevice {
  readonly sn: string;
  readonly mac: string;
  readonly model: string;
  readonly name: string;
  readonly secret: string;
}

/**
 * Puts devices into a project as if somebody had claimed them: devices that are there keep what they have, apart from
 * their secret. Resolves with the ids of those that were added.
 */
export async function putDevices(
  services: Pick<Services, 'clock' | 'entropy'>,
  tx: Tx,
  projectId: number,
  devices: readonly PutDevice[],
): Promise<string[]> {
  await putBaseDevices(services, tx, devices);
  const present = await tx.selectFrom('devices').select('sn').where('project_id', '=', projectId).execute();
  const known = new Set(present.map(({ sn }) => sn));
  const added: string[] = [];
  for (const { sn, mac, model, name } of devices) {
    const caps = capabilitiesOf(model);
    if (caps && !known.has(sn))
      added.push(await insertDevice(services, tx, { projectId, sn, mac, model, name, caps }));
  }
  return added;
}

async function putBaseDevices(
  { clock, entropy }: Pick<Services, 'clock' | 'entropy'>,
  tx: Tx,
  devices: readonly PutDevice[],
): Promise<void> {
  const rows = devices.map(({ sn, mac, model, secret }) => ({
    sn,
    mac,
    model,
    // Nobody can claim these devices: their claim codes are drawn and forgotten.
    claim_hash: claimHash(sn, Buffer.from(entropy.bytes(16)).toString('hex')),
    secret_hash: sha256Hex(secret),
    registered_at: new Date(clock.now()),
  }));
  await tx
    .insertInto('base_devices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('sn').doUpdateSet((update) => ({ secret_hash: update.ref('excluded.secret_hash') })),
    )
    .execute();
}
