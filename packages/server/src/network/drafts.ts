import {
  describeChanges,
  DomainError,
  EDITOR_HEARTBEAT_SECONDS,
  type NetworkConfig,
  type NetworkDraft,
  type NetworkEditor,
  type StagedConfig,
} from '@northlight/contract';
import type { Insertable, Selectable } from 'kysely';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import type { Services } from '../services.ts';
import { readVersion } from './history.ts';
import { storeSecrets } from './secrets.ts';
import type { NetworkDraftTable } from './tables.ts';

const EDITOR_PRESENT_MS = 3 * EDITOR_HEARTBEAT_SECONDS * 1000;

function presentDraft(row: Selectable<NetworkDraftTable>): NetworkDraft {
  return {
    version: row.version,
    baseVersion: row.base_version,
    base: row.base,
    config: row.config,
    updatedAt: row.updated_at.toISOString(),
  };
}

const selectDraft = (db: DbOrTx, projectId: number, accountId: string) =>
  db
    .selectFrom('network_drafts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId);

/** Returns the number of changes in an account's draft of a project; 0 without a draft. */
export async function countDraftChanges(db: DbOrTx, projectId: number, accountId: string): Promise<number> {
  const draft = await db
    .selectFrom('network_drafts')
    .select('changes')
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return draft?.changes ?? 0;
}

export async function readDraft(
  { db }: Services,
  context: RequestContext,
): Promise<{ draft?: NetworkDraft }> {
  const row = await selectDraft(
    db,
    getProjectAccess(context).projectId,
    getAccount(context).id,
  ).executeTakeFirst();
  return row ? { draft: presentDraft(row) } : {};
}

/**
 * Replaces the version of the draft that the edits are based on. Throws a conflict when another version is stored, so
 * that two windows of one account never overwrite each other's edits.
 */
export async function saveDraft(
  services: Services,
  { baseVersion, config, version }: StagedConfig & { readonly version: number },
  context: RequestContext,
): Promise<{ draft?: NetworkDraft }> {
  const { projectId } = getProjectAccess(context);
  const key = { project_id: projectId, account_id: getAccount(context).id };
  return commitRequest(services, context, async (tx, after) => {
    const base = await readBaseVersion(tx, projectId, baseVersion);
    const kept = await storeSecrets(services, tx, projectId, config, false);
    const changes = describeChanges(base, kept).length;
    const values = {
      version: version + 1,
      base_version: baseVersion,
      base: JSON.stringify(base),
      config: JSON.stringify(kept),
      changes,
      updated_at: new Date(services.clock.now()),
    };
    if (changes === 0) await deleteDraft(tx, key, version);
    const saved = changes === 0 ? undefined : await storeDraft(tx, key, version, values);
    after.liveIn(projectId, 'networkDraft');
    return saved ? { draft: presentDraft(saved) } : {};
  });
}

type DraftKey = Pick<NetworkDraftTable, 'project_id' | 'account_id'>;

/** Replaces version `version` of the draft (0: none stored). Throws `configConflict` if another version is stored. */
async function storeDraft(
  db: Tx,
  key: DraftKey,
  version: number,
  values: Omit<Insertable<NetworkDraftTable>, keyof DraftKey>,
) {
  const saved =
    version === 0
      ? await db
          .insertInto('network_drafts')
          .values({ ...key, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst()
      : await db
          .updateTable('network_drafts')
          .set(values)
          .where('project_id', '=', key.project_id)
          .where('account_id', '=', key.account_id)
          .where('version', '=', version)
          .returningAll()
          .executeTakeFirst();
  if (!saved) throw createDraftConflict();
  return saved;
}

async function deleteDraft(db: Tx, key: DraftKey, version: number): Promise<void> {
  const gone = await db
    .deleteFrom('network_drafts')
    .where('project_id', '=', key.project_id)
    .where('account_id', '=', key.account_id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  if (gone) return;
  const stored = await selectDraft(db, key.project_id, key.account_id).executeTakeFirst();
  if (stored || version > 0) throw createDraftConflict();
}

const createDraftConflict = (): DomainError =>
  new DomainError('configConflict', {
    message: 'Another window changed this draft. Reload the page and repeat your changes.',
  });

async function readBaseVersion(db: DbOrTx, projectId: number, version: number): Promise<NetworkConfig> {
  const base = await readVersion(db, projectId, version);
  if (!base)
    throw new DomainError('invalidParameters', {
      fields: { baseVersion: `Version ${version} was never applied in this project.` },
    });
  return base;
}

export async function discardDraft(services: Services, context: RequestContext): Promise<void> {
  const { projectId } = getProjectAccess(context);
  await commitRequest(services, context, async (tx, after) => {
    await tx
      .deleteFrom('network_drafts')
      .where('project_id', '=', projectId)
      .where('account_id', '=', getAccount(context).id)
      .execute();
    after.liveIn(projectId, 'networkDraft');
  });
}

/** Records that the caller has the configuration open. Returns the other editors and accounts with staged changes. */
export async function recordEditor(services: Services, context: RequestContext): Promise<NetworkEditor[]> {
  const { clock, db } = services;
  const { projectId } = getProjectAccess(context);
  const { id: accountId } = getAccount(context);
  const seen_at = new Date(clock.now());
  await commitRequest(services, context, async (tx, after) => {
    const before = await tx
      .selectFrom('network_editors')
      .select('seen_at')
      .where('project_id', '=', projectId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    await tx
      .insertInto('network_editors')
      .values({ project_id: projectId, account_id: accountId, seen_at })
      .onConflict((conflict) => conflict.columns(['project_id', 'account_id']).doUpdateSet({ seen_at }))
      .execute();
    if (!before || !isPresent(before.seen_at, seen_at)) after.liveIn(projectId, 'networkDraft');
  });
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('network_drafts as drafts', (join) =>
      join.onRef('drafts.account_id', '=', 'accounts.id').on('drafts.project_id', '=', projectId),
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
