import { DomainError, type FloorPlan, type MapDraft } from '@northlight/contract';
import type { Selectable } from 'kysely';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
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
export async function readDraft(
  { db }: Services,
  mapId: string,
  context: RequestContext,
): Promise<{ draft?: MapDraft }> {
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
  services: Services,
  mapId: string,
  { baseVersion, plan, version }: DraftInput,
  context: RequestContext,
): Promise<MapDraft> {
  const { projectId } = getProjectAccess(context);
  const key = { map_id: mapId, account_id: getAccount(context).id };
  return commitRequest(services, context, async (tx) => {
    await lockMap(tx, projectId, mapId);
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
      updated_at: new Date(services.clock.now()),
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
    await checkPlanStorage(tx, projectId);
    return presentDraft(row, plan);
  });
}

export async function discardDraft(
  services: Services,
  mapId: string,
  context: RequestContext,
): Promise<void> {
  await commitRequest(services, context, async (tx) => {
    await lockMap(tx, getProjectAccess(context).projectId, mapId);
    await tx
      .deleteFrom('map_drafts')
      .where('map_id', '=', mapId)
      .where('account_id', '=', getAccount(context).id)
      .execute();
  });
}
