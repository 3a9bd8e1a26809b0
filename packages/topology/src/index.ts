export * from './evidence.ts';
export * from './graph.ts';
export { infer } from './infer.ts';
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
