export { AdaptionList } from './AdaptionList.tsx';
export { PathNotices, useBrokenPaths } from './BrokenPaths.tsx';
export { ChangeTable } from './ChangeTable.tsx';
export type { ItemChanges } from './group-changes.ts';
export { ProposalDialog } from './ProposalDialog.tsx';
export { ReviewFoot } from './ReviewFoot.tsx';
export { ReviewModal } from './ReviewModal.tsx';
export { ReviewBody } from './ReviewParts.tsx';
