import type { ManagedAccount } from '@northlight/contract';
import { containsText } from '../../platform/db/text-match.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { formatAccountLabel } from '../present.ts';
import { type AccountRow, toPrincipalAccount } from '../store.ts';
import { cutPage, presentPage } from '../../platform/db/cut-page.ts';

export interface AccountFilter {
  readonly search?: string | undefined;
  readonly role?: number | undefined;
  readonly kind?: number | undefined;
  readonly level?: number | undefined;
  readonly disabled?: 'true' | 'false' | undefined;
  readonly secondFactor?: 'true' | 'false' | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

type AccountWithLastSeen = AccountRow & { readonly seen: Date | null };

const selectAccounts = (db: DbOrTx) =>
  db
    .selectFrom('accounts')
    .selectAll()
    .select((select) =>
      select
        .selectFrom('sessions')
        .select((of) => of.fn.max('last_seen_at').as('seen'))
        .whereRef('sessions.account_id', '=', 'accounts.id')
        .as('seen'),
    );

/**
 * Returns a page of accounts in the order of their names; the cursor encodes the last name of the previous
 * page.
 */
export async function listAccounts(db: DbOrTx, filter: AccountFilter) {
  const { search, role, kind, level, disabled, secondFactor, cursor, limit } = filter;
  let query = selectAccounts(db)
    .orderBy('account')
    .limit(limit + 1);
  if (search !== undefined) query = query.where(containsText(['account', 'nickname'], search));
  if (role !== undefined) query = query.where('role', '=', role);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (level !== undefined) query = query.where('level', '=', level);
  if (disabled !== undefined) query = query.where('disabled_at', disabled === 'true' ? 'is not' : 'is', null);
  if (secondFactor !== undefined)
    query = query.where('factor_enabled_at', secondFactor === 'true' ? 'is not' : 'is', null);
  if (cursor !== undefined)
    query = query.where('account', '>', Buffer.from(cursor, 'base64url').toString().replaceAll('\0', ''));
  const rows = await query.execute();
  return presentPage(
    cutPage(rows, limit, ({ account }) => Buffer.from(account).toString('base64url')),
    presentManaged,
  );
}

export async function loadManagedAccount(db: DbOrTx, id: string): Promise<ManagedAccount> {
  return presentManaged(await selectAccounts(db).where('accounts.id', '=', id).executeTakeFirstOrThrow());
}

function presentManaged(row: AccountWithLastSeen): ManagedAccount {
  return {
    id: row.id,
    account: row.account,
    nickname: row.nickname,
    role: row.role,
    kind: row.kind,
    level: row.level,
    label: formatAccountLabel(toPrincipalAccount(row)),
    disabled: row.disabled_at !== null,
    secondFactor: row.factor_enabled_at !== null,
    ...(row.signing_kind !== null && { signingKey: row.signing_kind }),
    createdAt: row.created_at.toISOString(),
    ...(row.seen && { lastSeenAt: row.seen.toISOString() }),
  };
}
