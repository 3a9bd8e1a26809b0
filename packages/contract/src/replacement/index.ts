export { adaptContent, type AdaptionScope, findNewViolations, type ReplacedDevice } from './adapt.ts';
export { moveAddress } from './move-address.ts';
export * from './schema.ts';
export { replacementEndpoints } from './endpoints.ts';
