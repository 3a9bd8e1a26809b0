export { type Clock, SystemClock, SteppedClock, sleep } from './clock.ts';
export {
  type Entropy,
  SystemEntropy,
  SeededEntropy,
  randomBase62,
  randomId,
  randomFloat,
  randomInt,
} from './entropy.ts';
export { packPayload, unpackPayload } from './wire.ts';
export { canonicalJson, sha256Hex } from './hash.ts';
export { isPassword, passwordVerifier, type PasswordVerifier } from './password-verifier.ts';
export { firmwareKeys, isImageOf, isSignedByOne } from './signed-firmware.ts';
