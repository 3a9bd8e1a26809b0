import type { Share } from '@northlight/contract';

export const RIGHT_LABELS = { r: 'Read-only', rw: 'Read-write' } as const;
export const RIGHT_DESCRIPTIONS = {
  r: 'Can view everything except passwords.',
  rw: 'Can configure and maintain devices. Cannot share, transfer or delete the project.',
} as const;

export const formatRightLabel = (share: Pick<Share, 'right'>): string => RIGHT_LABELS[share.right];
export const formatStateLabel = (share: Share): string =>
  share.state === 'expired' ? 'Expired' : share.expiresAt === undefined ? 'Permanent' : 'Active';
