import { DomainError, SHARE_LIMITS } from '@northlight/contract';
import type { Tx } from '../platform/db/database.ts';
import { buildLiveShareCondition } from './live-shares.ts';

interface RequestedShare {
  readonly projectId: number;
  readonly receiverId: string;
  readonly right: 'rw' | 'r';
  readonly permanent: boolean;
  /** Id of the share that is replaced or changed. This share does not count against the limits. */
  readonly replaces: string | undefined;
}

/** Locks the project and the receiver in this order, so that parallel shares are counted one after another. */
export async function lockForSharing(tx: Tx, projectId: number, receiverId: string): Promise<void> {
  await tx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute();
  await tx.selectFrom('accounts').select('id').where('id', '=', receiverId).forUpdate().execute();
}

/** Checks the current shares of a project and of a receiver against the limits; throws 61 (read) or 62 (read-write). */
export async function checkShareLimits(tx: Tx, requested: RequestedShare, now: Date): Promise<void> {
  const live = await tx
    .selectFrom('shares')
    .innerJoin('projects', 'projects.id', 'shares.project_id')
    .select(['shares.id', 'shares.project_id', 'shares.account_id', 'shares.right', 'shares.expires_at'])
    .where('projects.deleted_at', 'is', null)
    .where(buildLiveShareCondition(now))
    .where((where) =>
      where.or([
        where('shares.project_id', '=', requested.projectId),
        where('shares.account_id', '=', requested.receiverId),
      ]),
    )
    .execute();
  const others = live.filter(({ id, right }) => id !== requested.replaces && right === requested.right);
  const received = others.filter((share) => share.account_id === requested.receiverId).length;
  if (requested.right === 'r') {
    if (received >= SHARE_LIMITS.readPerReceiver) throw new DomainError('shareReadLimit');
    return;
  }
  const given = others.filter((share) => share.project_id === requested.projectId);
  const permanent = given.filter((share) => share.expires_at === null).length;
  if (
    given.length >= SHARE_LIMITS.writePerProject ||
    (requested.permanent && permanent >= SHARE_LIMITS.permanentWritePerProject) ||
    received >= SHARE_LIMITS.writePerReceiver
  )
    throw new DomainError('shareWriteLimit');
}
