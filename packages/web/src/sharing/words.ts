import type { Share } from '@northlight/contract';

export const RIGHT_WORDS = { r: 'Read-only', rw: 'Read-write' } as const;
export const RIGHT_MEANING = {
  r: 'Views everything but secrets. Changes nothing.',
  rw: 'Configures and maintains devices. Cannot share, transfer or delete the project.',
} as const;

export const rightWord = (share: Pick<Share, 'right'>): string => RIGHT_WORDS[share.right];
export const stateWord = (share: Share): string =>
  share.state === 'expired' ? 'Expired' : share.expiresAt === undefined ? 'Permanent' : 'Active';
