export * from './schema.ts';
export * from './rules.ts';
export * from './changes.ts';
export { brokenPath, type BrokenPath, brokenPathTitle, cutsOffManagement } from './broken-path.ts';
export * from './drift.ts';
export type { AnswerList, DeviceAnswer } from './answers.ts';
export { networkEndpoints } from './endpoints.ts';
