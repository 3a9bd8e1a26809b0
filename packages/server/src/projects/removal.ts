import { type DeletedProject, DomainError, PROJECT_UNDO_DAYS } from '@northlight/contract';
import { DAY_MS } from '@northlight/runtime';
import type { Db, Tx } from '../platform/db/database.ts';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { requireConfirmation } from '../platform/http/step-up.ts';
import { getAccount, type RequestContext } from '../platform/http/request-context.ts';
import { skipOpenWork } from '../jobs/index.ts';
import { announceToHolders, isBeingTransferred } from '../sharing/index.ts';
import { createNameTakenError } from './service.ts';

export const PROJECT_UNDO_MS = PROJECT_UNDO_DAYS * DAY_MS;

/**
 * Deletes a project and skips its queued work. Its devices cannot be claimed again until the undo window
 * ends.
 */
export async function deleteProject(context: RequestContext): Promise<DeletedProject> {
  const now = new Date(context.services.clock.now());
  const project = await commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    requireConfirmation(context);
    const row = await tx
      .selectFrom('projects')
      .select(['id', 'name'])
      .where('id', '=', projectId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw new DomainError('projectInvalid');
    if (await isBeingTransferred(tx, projectId, now)) throw new DomainError('transferPending');
    await tx.updateTable('projects').set({ deleted_at: now }).where('id', '=', projectId).execute();
    await skipOpenWork(tx, { projectId }, 'The project was deleted.', now);
    await work.audit({
      action: 'project.delete',
      object: `project ${projectId}`,
      before: row.name,
    });
    work.rightsChanged({ projectId });
    work.projectsChanged();
    await announceToHolders(work, projectId, 'projects', 'sharing');
    return row;
  });
  return presentDeleted({ ...project, deleted_at: now });
}

export async function listDeletedProjects(context: RequestContext): Promise<DeletedProject[]> {
  const rows = await context.services.db
    .selectFrom('projects')
    .select(['id', 'name', 'deleted_at'])
    .where('owner_id', '=', getAccount(context).id)
    .where('deleted_at', '>', new Date(context.services.clock.now() - PROJECT_UNDO_MS))
    .orderBy('deleted_at', 'desc')
    .execute();
  return rows.flatMap((row) =>
    row.deleted_at ? [presentDeleted({ ...row, deleted_at: row.deleted_at })] : [],
  );
}

const presentDeleted = (row: { id: number; name: string; deleted_at: Date }): DeletedProject => ({
  id: row.id,
  name: row.name,
  deletedAt: row.deleted_at.toISOString(),
  undoUntil: new Date(row.deleted_at.getTime() + PROJECT_UNDO_MS).toISOString(),
});

/** Restores a deleted project completely; throws when another project of the owner now has the same name. */
export async function restoreProject(context: RequestContext, projectId: number): Promise<void> {
  const since = new Date(context.services.clock.now() - PROJECT_UNDO_MS);
  try {
    await commitRequest(context, async (work) => {
      const row = await work.tx
        .updateTable('projects')
        .set({ deleted_at: null })
        .where('id', '=', projectId)
        .where('owner_id', '=', work.account.id)
        .where('deleted_at', '>', since)
        .returning('name')
        .executeTakeFirst();
      if (!row) throw new DomainError('projectInvalid');
      await work.audit({
        action: 'project.restore',
        object: `project ${projectId}`,
        after: row.name,
        projectId,
      });
      work.projectsChanged();
      await announceToHolders(work, projectId, 'projects', 'sharing');
    });
  } catch (error) {
    throw findBrokenConstraint(error) === 'projects_owner_name' ? createNameTakenError() : error;
  }
}

/**
 * Permanently deletes projects that were deleted before a time, after which their devices can be claimed
 * again. `deleteContents` deletes the rows of other slices.
 */
export const purgeDeletedProjects = (db: Db, before: Date, deleteContents: DeleteContents): Promise<void> =>
  purge(db, 'deleted_at', before, deleteContents);

/** Permanently deletes demo copies and sandboxes that expired before a time. */
export const purgeExpiredProjects = (db: Db, before: Date, deleteContents: DeleteContents): Promise<void> =>
  purge(db, 'expires_at', before, deleteContents);

type DeleteContents = (tx: Tx, projectId: number) => Promise<void>;

async function purge(
  db: Db,
  end: 'deleted_at' | 'expires_at',
  before: Date,
  deleteContents: DeleteContents,
): Promise<void> {
  const deleted = await db.selectFrom('projects').select('id').where(end, '<', before).execute();
  for (const { id } of deleted)
    await db.transaction().execute(async (tx) => {
      await deleteContents(tx, id);
      await tx.deleteFrom('projects').where('id', '=', id).execute();
    });
}
