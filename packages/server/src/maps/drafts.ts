import { DomainError, type FloorPlan, type MapDraft } from '@northlight/contract';
import { createDraftStore, type Draft, type DraftKey } from '../platform/documents/drafts.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { findMap, lockMap, readVersion, withoutRemovedDevices } from './store.ts';
import { checkPlanStorage } from './versions.ts';

/** Drafts of floor plans by map id. Their base is the version of the plan, which is kept for them. */
export const mapDrafts = createDraftStore<FloorPlan>('map');

export const getDraftKey = (mapId: string, context: RequestContext): DraftKey => ({
  projectId: getProjectAccess(context).projectId,
  accountId: getAccount(context).id,
  subject: mapId,
});

const presentDraft = (
  { baseVersion, updatedAt, version }: Draft<FloorPlan, null>,
  plan: FloorPlan,
): MapDraft => ({ version, baseVersion, plan, updatedAt: updatedAt.toISOString() });

/** Returns the caller's draft of a floor plan, without devices that have left the project. */
export async function readDraft(context: RequestContext, mapId: string): Promise<{ draft?: MapDraft }> {
  const { db } = context.services;
  const { projectId } = getProjectAccess(context);
  await findMap(db, projectId, mapId);
  const draft = await mapDrafts.read(db, getDraftKey(mapId, context));
  return draft
    ? { draft: presentDraft(draft, await withoutRemovedDevices(db, projectId, draft.content)) }
    : {};
}

export interface DraftInput {
  /** Version of the draft that the edits are based on; 0 if there is none. */
  readonly version: number;
  readonly baseVersion: number;
  readonly plan: FloorPlan;
}

/** Stores the caller's draft. Throws a conflict if another window of the account has stored one since. */
export async function saveDraft(
  context: RequestContext,
  mapId: string,
  { baseVersion, plan, version }: DraftInput,
): Promise<MapDraft> {
  return commitRequest(context, async ({ now: updatedAt, projectId, tx }) => {
    await lockMap(tx, projectId, mapId);
    if (!(await readVersion(tx, mapId, baseVersion)))
      throw new DomainError('invalidParameters', {
        fields: { baseVersion: `Version ${baseVersion} of this floor plan is not kept. Reload the page.` },
      });
    const values = { baseVersion, base: null, content: plan, updatedAt };
    const draft = await mapDrafts.save(tx, getDraftKey(mapId, context), version, values);
    await checkPlanStorage(tx, projectId);
    return presentDraft(draft, plan);
  });
}

export async function discardDraft(context: RequestContext, mapId: string): Promise<void> {
  await commitRequest(context, async ({ projectId, tx }) => {
    await lockMap(tx, projectId, mapId);
    await mapDrafts.discard(tx, getDraftKey(mapId, context));
  });
}
