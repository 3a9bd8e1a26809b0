import { DEVICE_PASSWORD_SIGNS } from '@northlight/contract/net';

const LENGTH = 16;
/** Character classes without characters that look alike: I, l, O, 0 and 1. */
const CLASSES = [
  'ABCDEFGHJKLMNPQRSTUVWXYZ',
  'abcdefghijkmnopqrstuvwxyz',
  '23456789',
  // Signs that most keyboards have without a modifier.
  DEVICE_PASSWORD_SIGNS.replaceAll(/[^-.,+#]/g, ''),
] as const;
const ALL = CLASSES.slice(0, 3).join('');

/** Returns random integers from 0 to 255; tests return fixed ones. */
type RandomBytes = (count: number) => Uint8Array;

const randomBytes: RandomBytes = (count) => crypto.getRandomValues(new Uint8Array(count));

/**
 * Generates a device management password of 16 characters, about 92 bits, with characters of all four
 * classes.
 */
export function generateDevicePassword(random: RandomBytes = randomBytes): string {
  const signs = Array.from({ length: LENGTH }, (_, index) => pick(CLASSES[index] ?? ALL, random));
  // Shuffles the characters: otherwise the class of the first ones would be known.
  for (let at = signs.length - 1; at > 0; at--) {
    const other = pickIndex(at + 1, random);
    [signs[at], signs[other]] = [signs[other] ?? '', signs[at] ?? ''];
  }
  return signs.join('');
}

const pick = (characters: string, random: RandomBytes): string =>
  characters.charAt(pickIndex(characters.length, random));

/** Returns an index below `count` (at most 256), with the same probability for each index. */
function pickIndex(count: number, random: RandomBytes): number {
  const limit = 256 - (256 % count);
  for (;;) {
    const [byte = 0] = random(1);
    if (byte < limit) return byte % count;
  }
}
