export { type NetworkDraft, NetworkDraftProvider, useNetworkDraft } from './draft-context.tsx';
export { NetworkFrame } from './NetworkFrame.tsx';
export { markColumn } from './MarkCell.tsx';
export { type KeptSecret, KeptSecrets } from './KeptSecrets.tsx';
export { StagedFormFoot } from './StagedFormFoot.tsx';
export { NEW, type StagedFormProps, StagedListPage } from './StagedListPage.tsx';
export { itemErrors, onFields } from './item-errors.ts';
export { itemsOf, withItem, withoutItem } from './staged-lists.ts';
