import { LIST_IDS, type ListId, type ListView, listView } from '@northlight/contract';
import { sql } from 'kysely';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';

/** Lists the views of the caller. Parts that an earlier version stored and that are no longer valid are left out. */
export async function listListViews(context: RequestContext) {
  const { db } = context.services;
  const rows = await db
    .selectFrom('list_views')
    .select(['list', 'view'])
    .where('account_id', '=', getAccount(context).id)
    .execute();
  const items = rows.flatMap(({ list, view }) => {
    const known = LIST_IDS.find((each) => each === list);
    const { data } = listView.safeParse(view);
    return known && data ? [{ list: known, view: data }] : [];
  });
  return { items };
}

/** Sets the given parts of a view, and returns the whole view. */
export async function setListView(
  context: RequestContext,
  list: ListId,
  view: ListView,
): Promise<{ list: ListId; view: ListView }> {
  return commitRequest(context, async (work) => {
    const stored = await work.tx
      .insertInto('list_views')
      .values({ account_id: work.account.id, list, view: JSON.stringify(view) })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'list']).doUpdateSet({ view: sql`list_views.view || excluded.view` }),
      )
      .returning('view')
      .executeTakeFirstOrThrow();
    return { list, view: listView.parse(stored.view) };
  });
}
