export * from './schema.ts';
export * from './rules.ts';
export * from './changes.ts';
export * from './secrets.ts';
export * from './reach/index.ts';
export * from './drift.ts';
export { type AnswerList, type DeviceAnswer, placeOfIssue } from './answers.ts';
export { networkEndpoints } from './endpoints.ts';
