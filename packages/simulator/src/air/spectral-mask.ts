import type { Spectrum } from './channel-spectrum.ts';

/**
 * Corners of the transmit spectral mask: offset from the centre as a share of the width plus MHz, and the level (dBr). At 20
 * MHz: 0 dBr to ±9 MHz, −20 at 11, −28 at 20 and −40 at 30 MHz (IEEE 802.11-2020, 17.3.9.3 and 21.3.17.1).
 */
const CORNERS = [
  { share: 0.5, plusMhz: -1, dbr: 0 },
  { share: 0.5, plusMhz: 1, dbr: -20 },
  { share: 1, plusMhz: 0, dbr: -28 },
  { share: 1.5, plusMhz: 0, dbr: -40 },
] as const;
/** The mask has no lower limit further out, where real transmitters are far below it: nothing is counted there. */
const LAST_CORNER_SHARE = 1.5;
const STEP_MHZ = 0.25;

/** Returns the limit of the mask (dBr) at an offset from the centre (MHz); −Infinity beyond its last corner. */
export function getMaskDbr(offsetMhz: number, widthMhz: number): number {
  const offset = Math.abs(offsetMhz);
  let before = { atMhz: 0, dbr: 0 };
  for (const { dbr, plusMhz, share } of CORNERS) {
    const atMhz = share * widthMhz + plusMhz;
    if (offset <= atMhz)
      return before.dbr + ((dbr - before.dbr) * (offset - before.atMhz)) / (atMhz - before.atMhz);
    before = { atMhz, dbr };
  }
  return Number.NEGATIVE_INFINITY;
}

/** Integrates the mask from one offset to another (MHz), as a multiple of the power in 1 MHz at its top. */
function integrateMask(fromMhz: number, toMhz: number, widthMhz: number): number {
  const limit = LAST_CORNER_SHARE * widthMhz;
  const end = Math.min(toMhz, limit);
  let sum = 0;
  for (let at = Math.max(fromMhz, -limit) + STEP_MHZ / 2; at < end; at += STEP_MHZ)
    sum += 10 ** (getMaskDbr(at, widthMhz) / 10) * STEP_MHZ;
  return sum;
}

/** Integrals repeat for every pair of radios on the same two channels. Frequencies of channels are multiples of 1 MHz. */
const known = new Map<number, number>();

/** Returns the share of a sender's power, 0 to 1, that its mask allows in a range of frequencies (MHz). */
export function computeLeakage(sender: Spectrum, fromMhz: number, toMhz: number): number {
  const width = sender.widthMhz;
  const centre = (sender.lowMhz + sender.highMhz) / 2;
  const [from, to] = [fromMhz - centre, toMhz - centre];
  const limit = LAST_CORNER_SHARE * width;
  if (from >= limit || to <= -limit) return 0;
  const key = ((from + limit) * 1024 + (to - from)) * 1024 + width;
  const before = known.get(key);
  if (before !== undefined) return before;
  const share = integrateMask(from, to, width) / integrateMask(-limit, limit, width);
  known.set(key, share);
  return share;
}
