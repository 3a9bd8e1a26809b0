import { createPasswordVerifier, type PasswordVerifier } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { Services } from '../services.ts';
import { openDevicePassword } from './device-password.ts';
import type { NetworkProjectRow } from './network-project.ts';

/**
 * Returns the verifier by which devices check the project's device password. The verifier is created with the
 * password; for older projects, at its first use.
 */
export async function createDeviceVerifier(
  { entropy, envelope }: Pick<Services, 'entropy' | 'envelope'>,
  tx: Tx,
  { device_verifier: existing, id: projectId }: Pick<NetworkProjectRow, 'id' | 'device_verifier'>,
): Promise<PasswordVerifier> {
  if (existing) return existing;
  const password = await openDevicePassword({ db: tx, envelope }, projectId);
  const created = await createPasswordVerifier(password.reveal(), entropy);
  const { device_verifier: stored } = await tx
    .updateTable('projects')
    // Keeps a verifier that another transaction has stored first, because devices may already have it.
    .set({ device_verifier: sql`coalesce(device_verifier, ${JSON.stringify(created)}::jsonb)` })
    .where('id', '=', projectId)
    .returning('device_verifier')
    .executeTakeFirstOrThrow();
  return stored ?? created;
}
