export { type Clock, SystemClock, SteppedClock, sleep } from './clock.ts';
export {
  type Entropy,
  SystemEntropy,
  SeededEntropy,
  createRandomBase62,
  createRandomId,
  drawRandomFloat,
  drawRandomInt,
} from './entropy.ts';
export { packPayload, unpackPayload } from './payload.ts';
export { formatCanonicalJson, hashSha256Hex } from './hash.ts';
export { isPassword, createPasswordVerifier, type PasswordVerifier } from './password-verifier.ts';
export { parseFirmwareKeys, isImageOf, isSignedByAny } from './signed-firmware.ts';
export { startLoop, WorkLoop } from './work-loop.ts';
export { KeyedBucket, type KeyedBucketOptions } from './keyed-bucket.ts';
export { KeyedQueue } from './keyed-queue.ts';
export { KeyedSlots } from './keyed-slots.ts';
export { TokenBucket } from './token-bucket.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts';
export { KeyedWindow } from './keyed-window.ts';
export { createRecentMap } from './recent-map.ts';
export { KeyedBan } from './keyed-ban.ts';
export { getSourceNetwork } from './source-network.ts';
