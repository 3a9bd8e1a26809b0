import { DomainError, SHARES } from '@northlight/contract';
import type { Tx } from '../platform/db/database.ts';
import { liveShareAt } from './live-shares.ts';

interface Wanted {
  readonly projectId: number;
  readonly receiverId: string;
  readonly right: 'rw' | 'r';
  readonly permanent: boolean;
  /** The share that is being replaced or changed does not count against itself. */
  readonly replaces: string | undefined;
}

/** Holds the project and the receiver, in this order, so that parallel shares count one after the other. */
export async function holdForSharing(tx: Tx, projectId: number, receiverId: string): Promise<void> {
  await tx.selectFrom('projects').select('id').where('id', '=', projectId).forUpdate().execute();
  await tx.selectFrom('accounts').select('id').where('id', '=', receiverId).forUpdate().execute();
}

/** Unexpired shares of a project and of a receiver, against the limits (61 read, 62 read-write). */
export async function checkShareLimits(tx: Tx, wanted: Wanted, now: Date): Promise<void> {
  const live = await tx
    .selectFrom('shares')
    .innerJoin('projects', 'projects.id', 'shares.project_id')
    .select(['shares.id', 'shares.project_id', 'shares.account_id', 'shares.right', 'shares.expires_at'])
    .where('projects.deleted_at', 'is', null)
    .where(liveShareAt(now))
    .where((where) =>
      where.or([
        where('shares.project_id', '=', wanted.projectId),
        where('shares.account_id', '=', wanted.receiverId),
      ]),
    )
    .execute();
  const others = live.filter(({ id, right }) => id !== wanted.replaces && right === wanted.right);
  const received = others.filter((share) => share.account_id === wanted.receiverId).length;
  if (wanted.right === 'r') {
    if (received >= SHARES.readPerReceiver) throw new DomainError('shareReadLimit');
    return;
  }
  const given = others.filter((share) => share.project_id === wanted.projectId);
  const permanent = given.filter((share) => share.expires_at === null).length;
  if (
    given.length >= SHARES.writePerProject ||
    (wanted.permanent && permanent >= SHARES.permanentWritePerProject) ||
    received >= SHARES.writePerReceiver
  )
    throw new DomainError('shareWriteLimit');
}
