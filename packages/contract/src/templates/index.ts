export * from './schema.ts';
export { type Merged, type MergeGround, mergeTemplate } from './merge.ts';
export { templateEndpoints } from './endpoints.ts';
