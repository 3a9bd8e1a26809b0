import { lazy } from 'react';

/** Parts of a review for other slices. They are loaded when a review is opened. */
export const ReviewModal = lazy(async () => ({ default: (await import('./ReviewModal.tsx')).ReviewModal }));
// Loaded with a review, because every page with a draft has the hook `useBrokenPaths`.
export const BrokenPaths = lazy(async () => ({
  default: (await import('./BrokenPathNotices.tsx')).BrokenPaths,
}));
export const PathNotices = lazy(async () => ({
  default: (await import('./BrokenPathNotices.tsx')).PathNotices,
}));
export const ReviewFoot = lazy(async () => ({ default: (await import('./ReviewFoot.tsx')).ReviewFoot }));
export const ReviewBody = lazy(async () => ({ default: (await import('./ReviewParts.tsx')).ReviewBody }));
export const ChangeTable = lazy(async () => ({ default: (await import('./ChangeTable.tsx')).ChangeTable }));
