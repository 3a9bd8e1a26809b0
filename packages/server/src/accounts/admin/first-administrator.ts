import { ACCOUNT_KINDS } from '@northlight/contract';
import { createRandomBase62 } from '@northlight/runtime';
import type { Services } from '../../services.ts';
import { insertAccount } from '../store.ts';

export const FIRST_ADMINISTRATOR = 'admin@northlight.local';

/** Creates the first administrator and returns its password; undefined when an administrator exists. */
export async function ensureAdministrator(
  services: Services,
): Promise<{ account: string; password: string } | undefined> {
  const existing = await services.db
    .selectFrom('accounts')
    .select('id')
    .where('kind', '=', ACCOUNT_KINDS.admin)
    .executeTakeFirst();
  if (existing) return undefined;
  const password = createRandomBase62(services.entropy, 16);
  const passwordHash = await services.passwords.hash(password);
  await insertAccount(services, services.db, {
    account: FIRST_ADMINISTRATOR,
    nickname: 'Administrator',
    passwordHash,
    administrator: true,
  });
  return { account: FIRST_ADMINISTRATOR, password };
}
