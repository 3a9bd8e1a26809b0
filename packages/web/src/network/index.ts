export { DraftCounter } from './draft-counter-lazily.ts';
export { NetworkDraftProvider, useNetworkDraft } from './draft-context.tsx';
export { replaceItem, omitItem } from './staged-lists.ts';
