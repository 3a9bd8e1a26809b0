import { ACCOUNT_KINDS, ACCOUNT_ROLES } from '@northlight/contract';
import { randomId } from '@northlight/runtime';
import type { DbOrTx } from '../platform/db/database.ts';
import type { PrincipalAccount } from '../platform/http/principal.ts';
import type { Services } from '../services.ts';

const CLOUD_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CLOUD_CODE_LENGTH = 8;

export async function findAccount(db: DbOrTx, account: string) {
  return db.selectFrom('accounts').selectAll().where('account', '=', account).executeTakeFirst();
}

export async function insertAccount(
  { clock, entropy }: Pick<Services, 'clock' | 'entropy'>,
  db: DbOrTx,
  account: {
    account: string;
    nickname: string;
    passwordHash: string;
    administrator?: boolean;
    role?: number;
  },
): Promise<PrincipalAccount> {
  const row = {
    id: randomId(entropy, clock.now()),
    account: account.account,
    nickname: account.nickname,
    role: account.role ?? ACCOUNT_ROLES.normal,
    kind: account.administrator ? ACCOUNT_KINDS.admin : ACCOUNT_KINDS.guest,
    level: 0,
    password_hash: account.passwordHash,
    cloud_code: Array.from(entropy.bytes(CLOUD_CODE_LENGTH), (byte) => CLOUD_CODE_ALPHABET[byte % 32]).join(
      '',
    ),
    disabled_at: null,
    created_at: new Date(clock.now()),
  };
  await db.insertInto('accounts').values(row).execute();
  return {
    id: row.id,
    account: row.account,
    nickname: row.nickname,
    role: row.role,
    accountKind: row.kind,
    level: row.level,
    cloudCode: row.cloud_code,
  };
}

export async function setPassword(db: DbOrTx, accountId: string, passwordHash: string): Promise<void> {
  await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
}
