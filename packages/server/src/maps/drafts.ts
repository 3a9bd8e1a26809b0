import { DomainError, type FloorPlan, type MapDraft } from '@northlight/contract';
import type { Selectable } from 'kysely';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { findMap, lockMap, readVersion, withoutRemovedDevices } from './store.ts';
import type { MapDraftTable } from './tables.ts';
import { checkPlanStorage } from './versions.ts';

type DraftRow = Selectable<MapDraftTable>;

const presentDraft = (row: DraftRow, plan: FloorPlan): MapDraft => ({
  version: row.version,
  baseVersion: row.base_version,
  plan,
  updatedAt: row.updated_at.toISOString(),
});

/** Returns the caller's draft of a floor plan, without devices that have left the project. */
export async function readDraft(context: RequestContext, mapId: string): Promise<{ draft?: MapDraft }> {
  const { db } = context.services;
  const { projectId } = getProjectAccess(context);
  await findMap(db, projectId, mapId);
  const row = await db
    .selectFrom('map_drafts')
    .selectAll()
    .where('map_id', '=', mapId)
    .where('account_id', '=', getAccount(context).id)
    .executeTakeFirst();
  return row ? { draft: presentDraft(row, await withoutRemovedDevices(db, projectId, row.plan)) } : {};
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
  const key = { map_id: mapId, account_id: getAccount(context).id };
  return commitRequest(context, async (work) => {
    const { tx } = work;
    await lockMap(tx, work.projectId, mapId);
    if (!(await readVersion(tx, mapId, baseVersion)))
      throw new DomainError('invalidParameters', {
        fields: { baseVersion: `Version ${baseVersion} of this floor plan is not kept. Reload the page.` },
      });
    const text = JSON.stringify(plan);
    const values = {
      version: version + 1,
      base_version: baseVersion,
      plan: text,
      bytes: Buffer.byteLength(text),
      updated_at: work.now,
    };
    const row =
      version === 0
        ? await tx
            .insertInto('map_drafts')
            .values({ ...key, ...values })
            .onConflict((conflict) => conflict.doNothing())
            .returningAll()
            .executeTakeFirst()
        : await tx
            .updateTable('map_drafts')
            .set(values)
            .where('map_id', '=', key.map_id)
            .where('account_id', '=', key.account_id)
            .where('version', '=', version)
            .returningAll()
            .executeTakeFirst();
    if (!row)
      throw new DomainError('configConflict', {
        status: 409,
        message: 'Another window has changed this floor plan. Reload the page and repeat your changes.',
      });
    await checkPlanStorage(tx, work.projectId);
    return presentDraft(row, plan);
  });
}

export async function discardDraft(context: RequestContext, mapId: string): Promise<void> {
  await commitRequest(context, async (work) => {
    await lockMap(work.tx, work.projectId, mapId);
    await work.tx
      .deleteFrom('map_drafts')
      .where('map_id', '=', mapId)
      .where('account_id', '=', work.account.id)
      .execute();
  });
}
