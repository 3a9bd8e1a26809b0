import { lazy } from 'react';

/** For pages of other slices: fetched when a review is opened. */
export const ReviewBody = lazy(async () => ({ default: (await import('./ReviewParts.tsx')).ReviewBody }));
export const ReviewOutcome = lazy(async () => ({
  default: (await import('./ReviewParts.tsx')).ReviewOutcome,
}));
