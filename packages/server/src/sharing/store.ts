import type { DbOrTx } from '../platform/db/database.ts';

/** The row that holds an account's right on a project, expired or not; undefined when there is none. */
export async function heldShareOf(db: DbOrTx, projectId: number, accountId: string) {
  return db
    .selectFrom('shares')
    .select(['id', 'right', 'expires_at'])
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** Shares with the names they are shown by: of a project, of one account, or one of them. */
export function shownShares(db: DbOrTx) {
  return db
    .selectFrom('shares')
    .innerJoin('accounts', 'accounts.id', 'shares.account_id')
    .innerJoin('projects', 'projects.id', 'shares.project_id')
    .select([
      'shares.id',
      'shares.project_id',
      'shares.account_id',
      'shares.right',
      'shares.expires_at',
      'shares.created_at',
      'shares.extension_asked_at',
      'shares.extension_note',
      'accounts.account',
      'accounts.nickname',
      'projects.name as project_name',
    ])
    .where('shares.ended_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .orderBy('shares.created_at');
}
export type ShownShare = Awaited<ReturnType<ReturnType<typeof shownShares>['execute']>>[number];

/** Transfers with the accounts between which they go. */
export function shownTransfers(db: DbOrTx) {
  return db
    .selectFrom('project_transfers')
    .innerJoin('accounts as givers', 'givers.id', 'project_transfers.from_id')
    .innerJoin('accounts as receivers', 'receivers.id', 'project_transfers.to_id')
    .innerJoin('projects', 'projects.id', 'project_transfers.project_id')
    .select([
      'project_transfers.id',
      'project_transfers.project_id',
      'project_transfers.to_id',
      'project_transfers.from_id',
      'project_transfers.state',
      'project_transfers.created_at',
      'project_transfers.expires_at',
      'projects.name as project_name',
      'givers.account as from',
      'receivers.account as to',
    ])
    .where('projects.deleted_at', 'is', null)
    .orderBy('project_transfers.created_at', 'desc');
}
export type ShownTransfer = Awaited<ReturnType<ReturnType<typeof shownTransfers>['execute']>>[number];

/** Whether the project is offered to another account that can still accept it. */
export async function isBeingTransferred(db: DbOrTx, projectId: number, now: Date): Promise<boolean> {
  const offer = await db
    .selectFrom('project_transfers')
    .select('id')
    .where('project_id', '=', projectId)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return offer !== undefined;
}
