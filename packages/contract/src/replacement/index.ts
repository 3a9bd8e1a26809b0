export type { Adaption } from './adapt-settings.ts';
export { adaptContent, type AdaptionScope, findNewViolations, type ReplacedDevice } from './adapt.ts';
export { moveAddress } from './move-address.ts';
export * from './schema.ts';
export { replacementEndpoints } from './endpoints.ts';
