import type { DbOrTx } from '../platform/db/database.ts';

/** Returns an account's share of a project, also an expired one; undefined if it was ended. */
export async function findCurrentShare(db: DbOrTx, projectId: number, accountId: string) {
  return db
    .selectFrom('shares')
    .select(['id', 'right', 'expires_at'])
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** Selects shares that were not ended, with names of accounts and projects, for further conditions. */
export function selectShares(db: DbOrTx) {
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
export type NamedShare = Awaited<ReturnType<ReturnType<typeof selectShares>['execute']>>[number];

/** Selects transfers with the names of both accounts, for further conditions. */
export function selectTransfers(db: DbOrTx) {
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
export type NamedTransfer = Awaited<ReturnType<ReturnType<typeof selectTransfers>['execute']>>[number];

/** Returns true when the project has an open offer that has not expired. */
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
