import { lazy } from 'react';

/** Parts of a review for other slices. They are loaded when a review is opened. */
export const ReviewModal = lazy(async () => ({ default: (await import('./ReviewModal.tsx')).ReviewModal }));
export const ReviewFoot = lazy(async () => ({ default: (await import('./ReviewFoot.tsx')).ReviewFoot }));
export const ReviewBody = lazy(async () => ({ default: (await import('./ReviewParts.tsx')).ReviewBody }));
export const ChangeTable = lazy(async () => ({ default: (await import('./ChangeTable.tsx')).ChangeTable }));
