import { FIRST_LAYOUT, type ScreenLayout, screenLayout } from '@northlight/contract';
import type { Db } from '../../platform/db/database.ts';
import { accountOf, type RequestContext } from '../../platform/http/request-context.ts';

/** What an account chose to see; the first one when it chose nothing, or what is not known any more. */
export async function readLayout(db: Db, accountId: string | undefined): Promise<ScreenLayout> {
  if (accountId === undefined) return FIRST_LAYOUT;
  const row = await db
    .selectFrom('screen_layouts')
    .select('layout')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return screenLayout.safeParse(row?.layout).data ?? FIRST_LAYOUT;
}

/** Keeps what the caller wants to see: a taste of its own, so it is no change that anybody audits. */
export async function keepLayout(
  db: Db,
  context: RequestContext,
  wanted: ScreenLayout,
): Promise<ScreenLayout> {
  const layout = JSON.stringify(wanted);
  await db
    .insertInto('screen_layouts')
    .values({ account_id: accountOf(context).id, layout })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ layout }))
    .execute();
  return wanted;
}
