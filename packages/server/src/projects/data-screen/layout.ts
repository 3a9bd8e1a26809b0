import { DEFAULT_LAYOUT, type ScreenLayout, screenLayout } from '@northlight/contract';
import type { Db } from '../../platform/db/database.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';

/**
 * Returns an account's layout. Returns the default layout when the account has none or the stored one is no
 * longer valid.
 */
export async function readLayout(db: Db, accountId: string | undefined): Promise<ScreenLayout> {
  if (accountId === undefined) return DEFAULT_LAYOUT;
  const row = await db
    .selectFrom('screen_layouts')
    .select('layout')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return screenLayout.safeParse(row?.layout).data ?? DEFAULT_LAYOUT;
}

/** Stores the caller's layout. A layout is a personal preference and therefore not audited. */
export async function saveLayout(
  db: Db,
  context: RequestContext,
  chosen: ScreenLayout,
): Promise<ScreenLayout> {
  const layout = JSON.stringify(chosen);
  await db
    .insertInto('screen_layouts')
    .values({ account_id: getAccount(context).id, layout })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ layout }))
    .execute();
  return chosen;
}
