import { ALLOWED, ERRORS, type Permission, type Share, type Transfer } from '@northlight/contract';
import { isLiveShare } from './live-shares.ts';
import type { NamedShare, NamedTransfer } from './store.ts';

const createRefusal = (reason: string): Permission => ({
  allowed: false,
  code: ERRORS.invalidParameters.code,
  reason,
});

/** Presents a share to the project's owner or, with `own`, to its receiver. */
export function presentShare(row: NamedShare, now: number, change: Permission, own: boolean): Share {
  const end = row.expires_at;
  return {
    id: row.id,
    projectId: row.project_id,
    projectName: row.project_name,
    account: row.account,
    nickname: row.nickname,
    right: row.right,
    state: isLiveShare(row, now) ? 'active' : 'expired',
    createdAt: row.created_at.toISOString(),
    ...(end && { expiresAt: end.toISOString() }),
    ...(row.extension_asked_at && {
      extension: { askedAt: row.extension_asked_at.toISOString(), note: row.extension_note ?? '' },
    }),
    can: {
      change,
      askExtension: !own
        ? createRefusal('Only the receiver of the share can ask for more time.')
        : end
          ? ALLOWED
          : createRefusal('A permanent share does not expire.'),
    },
  };
}

export function presentTransfer(row: NamedTransfer, now: number): Transfer {
  return {
    id: row.id,
    projectId: row.project_id,
    projectName: row.project_name,
    from: row.from,
    to: row.to,
    state: row.state === 'open' && row.expires_at.getTime() <= now ? 'expired' : row.state,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
