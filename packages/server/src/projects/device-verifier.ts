import { passwordVerifier, type PasswordVerifier } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { Services } from '../services.ts';
import { openDevicePassword } from './device-password.ts';

/**
 * What devices check the project's device password with. Made when the password is set; for a project that is older
 * than this, at the first question.
 */
export async function deviceVerifier(
  { entropy, envelope }: Pick<Services, 'entropy' | 'envelope'>,
  tx: Tx,
  projectId: number,
): Promise<PasswordVerifier> {
  const { device_verifier: kept } = await tx
    .selectFrom('projects')
    .select('device_verifier')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (kept) return kept;
  const password = await openDevicePassword({ db: tx, envelope }, projectId);
  const made = await passwordVerifier(password.reveal(), entropy);
  const { device_verifier: stored } = await tx
    .updateTable('projects')
    // Whoever was first has told devices already.
    .set({ device_verifier: sql`coalesce(device_verifier, ${JSON.stringify(made)}::jsonb)` })
    .where('id', '=', projectId)
    .returning('device_verifier')
    .executeTakeFirstOrThrow();
  return stored ?? made;
}
