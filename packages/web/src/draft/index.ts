export { DraftCounter } from './draft-counter-lazily.ts';
export { DraftHost } from './DraftHost.tsx';
export { NetworkDraftProvider, useNetworkDraft } from './draft-context.tsx';
export { followStored, getMark, type Mark, markOfKey } from './project-draft.ts';
export { StagedBar } from './StagedBar.tsx';
export {
  getItems,
  getKey,
  type ItemOf,
  type ListName,
  omitItem,
  replaceItem,
  replaceItems,
  revertItem,
} from './staged-lists.ts';
export { type OpenDraft, useProjectDraft } from './use-project-draft.ts';
