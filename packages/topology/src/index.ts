export * from './evidence.ts';
export * from './graph.ts';
export { infer } from './infer.ts';
export { addManualParts, type ManualLink, type ManualParts } from './manual-links.ts';
export { findParentIds, moveCards } from './move-cards.ts';
export { findUnknownSuccessors } from './unknown-successors.ts';
export { chooseRoot } from './root.ts';
export {
  type BoxSize,
  type CardPosition,
  DEFAULT_LAYOUT,
  layout,
  type Layout,
  type LayoutOptions,
  type Trunk,
} from './layout.ts';
