export * from './schema.ts';
export * from './rules.ts';
export * from './changes.ts';
export { brokenPath, type BrokenPath, brokenPathTitle, cutsOff } from './broken-path.ts';
export * from './drift.ts';
export type { AnswerList, DeviceAnswer } from './answers.ts';
export { networkEndpoints } from './endpoints.ts';
