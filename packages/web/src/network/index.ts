export { NetworkDraftProvider, useNetworkDraft } from './draft-context.tsx';
export { replaceItem, omitItem } from './staged-lists.ts';
