import { EDITOR_HEARTBEAT_SECONDS, type NetworkEditor } from '@northlight/contract';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../../platform/http/request-context.ts';
import { networkDrafts } from './drafts.ts';

const EDITOR_PRESENT_MS = 3 * EDITOR_HEARTBEAT_SECONDS * 1000;

/** Records that the caller has the configuration open. Returns the other editors and accounts with staged changes. */
export async function recordEditor(context: RequestContext): Promise<NetworkEditor[]> {
  const { db } = context.services;
  const { projectId } = getProjectAccess(context);
  const { id: accountId } = getAccount(context);
  const seen_at = await commitRequest(context, async (work) => {
    const { now: seenAt, tx } = work;
    const before = await tx
      .selectFrom('network_editors')
      .select('seen_at')
      .where('project_id', '=', projectId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    await tx
      .insertInto('network_editors')
      .values({ project_id: projectId, account_id: accountId, seen_at: seenAt })
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'account_id']).doUpdateSet({ seen_at: seenAt }),
      )
      .execute();
    if (!before || !isPresent(before.seen_at, seenAt)) work.live('networkDraft');
    return seenAt;
  });
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('document_drafts as drafts', (join) =>
      join
        .onRef('drafts.account_id', '=', 'accounts.id')
        .on('drafts.project_id', '=', projectId)
        .on('drafts.document', '=', networkDrafts.document),
    )
    .leftJoin('network_editors as editors', (join) =>
      join.onRef('editors.account_id', '=', 'accounts.id').on('editors.project_id', '=', projectId),
    )
    .select(['accounts.nickname', 'drafts.changes', 'drafts.updated_at', 'editors.seen_at'])
    .where('accounts.id', '!=', accountId)
    .where((where) =>
      where.or([where('drafts.version', 'is not', null), where('editors.seen_at', 'is not', null)]),
    )
    .orderBy('accounts.nickname')
    .execute();
  return rows.flatMap(({ changes, nickname, seen_at: lastSeen, updated_at }) => {
    const present = lastSeen !== null && isPresent(lastSeen, seen_at);
    if (!present && !changes) return [];
    return [
      {
        name: nickname,
        changes: changes ?? 0,
        present,
        ...(updated_at && { changedAt: updated_at.toISOString() }),
      },
    ];
  });
}

const isPresent = (seenAt: Date, now: Date): boolean => now.getTime() - seenAt.getTime() < EDITOR_PRESENT_MS;
