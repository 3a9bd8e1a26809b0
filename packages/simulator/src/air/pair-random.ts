import { toFraction } from '../building/indoor-air.ts';

/** Returns 32 bits that depend on an identity only. */
export const hashId = (id: string): number => (toFraction(id) * 2 ** 32) >>> 0;

/** Returns a number from 0 to 1 (exclusive) that depends on two hashes, in either order, and a purpose. */
export function drawPairFraction(a: number, b: number, purpose: number): number {
  let mixed = Math.imul(Math.min(a, b) ^ (purpose * 0x9e3779b9), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ Math.max(a, b), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x27d4eb2f);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Normal values beyond this multiple of the standard deviation are cut off. */
const MAX_DEVIATIONS = 2.5;
/** Purposes of the two fractions of a normal value. */
const RADIUS = 101;
const ANGLE = 102;

/** Returns a normal value (mean 0, standard deviation 1) of a pair, which is the same each time (Box–Muller). */
export function drawPairNormal(a: number, b: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - drawPairFraction(a, b, RADIUS)));
  const value = radius * Math.cos(2 * Math.PI * drawPairFraction(a, b, ANGLE));
  return Math.min(MAX_DEVIATIONS, Math.max(-MAX_DEVIATIONS, value));
}
