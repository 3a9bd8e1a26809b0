export { NetworkDraftProvider, useNetworkDraft } from './draft-context.tsx';
export { withItem, withoutItem } from './staged-lists.ts';
