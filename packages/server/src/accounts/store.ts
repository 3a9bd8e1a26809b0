import { ACCOUNT_KINDS, ACCOUNT_ROLES, isMobile } from '@northlight/contract';
import { type Entropy, createRandomId } from '@northlight/runtime';
import type { Selectable } from 'kysely';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import type { PrincipalAccount } from '../platform/http/principal.ts';
import type { Services } from '../services.ts';
import type { AccountTable } from './tables.ts';

const CLOUD_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CLOUD_CODE_LENGTH = 8;

export type AccountRow = Selectable<AccountTable>;

export async function findAccount(db: DbOrTx, account: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('account', '=', account).executeTakeFirst();
}

export async function findAccountById(db: DbOrTx, id: string): Promise<AccountRow> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Locks an account's row until the transaction ends. */
export async function lockAccount(tx: Tx, id: string): Promise<AccountRow> {
  return tx.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** Returns a cloud code of eight characters, without characters that look alike. */
export const createCloudCode = (entropy: Entropy): string =>
  Array.from(entropy.bytes(CLOUD_CODE_LENGTH), (byte) => CLOUD_CODE_ALPHABET[byte % 32]).join('');

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
  const row = await db
    .insertInto('accounts')
    .values({
      id: createRandomId(entropy, clock.now()),
      account: account.account,
      nickname: account.nickname,
      role: account.role ?? ACCOUNT_ROLES.normal,
      kind: account.administrator ? ACCOUNT_KINDS.admin : ACCOUNT_KINDS.guest,
      level: 0,
      password_hash: account.passwordHash,
      cloud_code: createCloudCode(entropy),
      disabled_at: null,
      created_at: new Date(clock.now()),
      email: isMobile(account.account) ? null : account.account,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toPrincipalAccount(row);
}

export function toPrincipalAccount(row: AccountRow): PrincipalAccount {
  return {
    id: row.id,
    account: row.account,
    nickname: row.nickname,
    role: row.role,
    accountKind: row.kind,
    level: row.level,
    cloudCode: row.cloud_code,
    avatarFile: row.avatar_file ?? undefined,
    lengthUnit: row.length_unit,
  };
}

export async function setPassword(db: DbOrTx, accountId: string, passwordHash: string): Promise<void> {
  await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
}

/** Returns true when a text is the account's sign-in password. */
export async function isPasswordOf(
  { db, passwords }: Pick<Services, 'db' | 'passwords'>,
  account: string,
  text: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('account', '=', account)
    .executeTakeFirst();
  return row !== undefined && (await passwords.verify(text, row.password_hash));
}
