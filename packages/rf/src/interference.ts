import { type CoverageMap, NO_SERVER } from './coverage-map.ts';
import { toDbm } from './levels.ts';

/** Noise of a receiver in a channel of 20 MHz (dBm): thermal noise of −101 dBm and a noise figure of 7 dB. */
export const NOISE_20_MHZ_DBM = -94;

/**
 * Writes the ratio of the strongest signal to noise and the other radios (dB) of each cell to `ratios`; −Infinity without a
 * signal.
 *
 * @param overlaps share of the power of each radio that falls into the channel of another one, as `overlaps[server][other]`:
 * 1 for the same channel, 0 for channels that do not overlap
 */
export function computeSinr(
  map: CoverageMap,
  overlaps: readonly (readonly number[])[],
  ratios: Float32Array,
  noiseDbm = NOISE_20_MHZ_DBM,
): void {
  const { best, server } = map.coverage;
  // Collects the power of noise and the other radios (mW), one radio after the other.
  ratios.fill(10 ** (noiseDbm / 10));
  for (let other = 0; other < overlaps.length; other += 1) {
    const levels = map.getLevels(other);
    const shares = Float32Array.from(overlaps, (row) => row[other] ?? 0);
    if (!levels || shares.every((share, index) => share === 0 || index === other)) continue;
    for (let cell = 0; cell < levels.length; cell += 1) {
      const served = server[cell] ?? NO_SERVER;
      if (served === other) continue;
      const share = shares[served] ?? 0;
      if (share > 0) ratios[cell] = (ratios[cell] ?? 0) + share * (POWERS_MW[levels[cell] ?? 0] ?? 0);
    }
  }
  for (let cell = 0; cell < ratios.length; cell += 1)
    ratios[cell] =
      server[cell] === NO_SERVER
        ? Number.NEGATIVE_INFINITY
        : toDbm(best[cell] ?? 0) - 10 * Math.log10(ratios[cell] ?? 0);
}

/** Power (mW) of each stored level. */
const POWERS_MW = Float64Array.from({ length: 256 }, (_, level) => 10 ** (toDbm(level) / 10));
