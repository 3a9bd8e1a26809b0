export * from './schema.ts';
export * from './rules.ts';
export * from './changes.ts';
export { brokenWay, type BrokenWay, brokenWayTitle, cutsOff } from './broken-way.ts';
export * from './drift.ts';
export type { AnswerList, DeviceAnswer } from './answers.ts';
export { networkEndpoints } from './endpoints.ts';
