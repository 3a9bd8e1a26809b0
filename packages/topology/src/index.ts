export * from './evidence.ts';
export * from './graph.ts';
export { infer } from './infer.ts';
