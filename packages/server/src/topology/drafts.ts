import type { TopologyDraft, TopologyEditChange, topologyDraftSave } from '@northlight/contract';
import type { z } from 'zod';
import { createDraftStore, type Draft, type DraftKey } from '../platform/documents/drafts.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';

type Changes = readonly TopologyEditChange[];

/** Unsaved changes of the topology of a project. Their base is the changes that undo them. */
const topologyDrafts = createDraftStore<Changes, Changes>('topology');

const getDraftKey = (context: RequestContext): DraftKey => ({
  projectId: getProjectAccess(context).projectId,
  accountId: getAccount(context).id,
});

const presentDraft = ({
  base,
  baseVersion,
  content,
  updatedAt,
  version,
}: Draft<Changes, Changes>): TopologyDraft => ({
  version,
  baseRevision: baseVersion,
  changes: [...content],
  undo: [...base],
  updatedAt: updatedAt.toISOString(),
});

export async function readDraft(context: RequestContext): Promise<{ draft?: TopologyDraft }> {
  const draft = await topologyDrafts.read(context.services.db, getDraftKey(context));
  return draft ? { draft: presentDraft(draft) } : {};
}

/** Stores the caller's draft. Throws a conflict if another window of the account has stored one since. */
export const saveDraft = (
  context: RequestContext,
  { baseRevision, changes, undo, version }: z.output<typeof topologyDraftSave>,
): Promise<TopologyDraft> =>
  commitRequest(context, async ({ now: updatedAt, tx }) => {
    const values = { baseVersion: baseRevision, base: undo, content: changes, updatedAt };
    return presentDraft(await topologyDrafts.save(tx, getDraftKey(context), version, values));
  });

export const discardDraft = (context: RequestContext): Promise<void> =>
  commitRequest(context, ({ tx }) => topologyDrafts.discard(tx, getDraftKey(context)));
