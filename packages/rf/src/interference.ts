import { computeOverlap, getNoise, type RadioChannel } from './channels.ts';
import { NO_SERVER } from './coverage.ts';
import type { SignalLayers } from './coverage-map.ts';
import { toDbm, toLevel } from './levels.ts';

/**
 * From this signal on (dBm), a radio defers to another one on its channel: the threshold of preamble detection in a channel
 * of 20 MHz (IEEE 802.11-2020, 17.3.10.6).
 */
export const CARRIER_SENSE_DBM = -82;

/**
 * Writes the ratio of the strongest signal to noise and the other radios (dB) of each cell to `ratios`; −Infinity without a
 * signal.
 *
 * @param channels channel of each radio of the map
 */
export function computeSinr(
  map: SignalLayers,
  channels: readonly RadioChannel[],
  ratios: Float32Array,
): void {
  const { best, server } = map.coverage;
  const noises = Float32Array.from(channels, (channel) => 10 ** (getNoise(channel) / 10));
  // Collects the power of noise and the other radios (mW), one radio after the other.
  for (let cell = 0; cell < ratios.length; cell += 1) ratios[cell] = noises[server[cell] ?? NO_SERVER] ?? 0;
  for (const [other, sender] of channels.entries()) {
    const levels = map.getLevels(other);
    const shares = createShares(
      channels,
      other,
      (own) => computeOverlap(own, sender) * (sender.airtime ?? 1),
    );
    if (!levels || shares.every((share) => share === 0)) continue;
    for (let cell = 0; cell < levels.length; cell += 1) {
      const share = shares[server[cell] ?? NO_SERVER] ?? 0;
      if (share > 0) ratios[cell] = (ratios[cell] ?? 0) + share * (POWERS_MW[levels[cell] ?? 0] ?? 0);
    }
  }
  for (let cell = 0; cell < ratios.length; cell += 1)
    ratios[cell] =
      server[cell] === NO_SERVER
        ? Number.NEGATIVE_INFINITY
        : toDbm(best[cell] ?? 0) - 10 * Math.log10(ratios[cell] ?? 0);
}

/**
 * Writes the number of other radios of each cell whose channel overlaps that of the strongest radio and that are at least as
 * strong as `CARRIER_SENSE_DBM`: with them, the strongest radio shares the time to send.
 *
 * @param channels channel of each radio of the map
 * @param counts number of radios; 0 without a signal too
 * @param strongest stored level of the strongest of these radios; 0 without one
 */
export function computeChannelOverlap(
  map: SignalLayers,
  channels: readonly RadioChannel[],
  counts: Uint8Array,
  strongest?: Uint8Array,
): void {
  const { server } = map.coverage;
  const least = toLevel(CARRIER_SENSE_DBM);
  counts.fill(0);
  strongest?.fill(0);
  for (const [other, sender] of channels.entries()) {
    const levels = map.getLevels(other);
    const shares = createShares(channels, other, (own) => computeOverlap(own, sender));
    if (!levels || shares.every((share) => share === 0)) continue;
    for (let cell = 0; cell < levels.length; cell += 1) {
      const level = levels[cell] ?? 0;
      if (level < least || (shares[server[cell] ?? NO_SERVER] ?? 0) === 0) continue;
      counts[cell] = (counts[cell] ?? 0) + 1;
      if (strongest && level > (strongest[cell] ?? 0)) strongest[cell] = level;
    }
  }
}

/** Returns a share by index of the serving radio; 0 for the sender itself and without a server. */
function createShares(
  channels: readonly RadioChannel[],
  sender: number,
  getShare: (server: RadioChannel) => number,
): Float32Array {
  const shares = new Float32Array(NO_SERVER + 1);
  for (const [index, channel] of channels.entries()) if (index !== sender) shares[index] = getShare(channel);
  return shares;
}

/** Power (mW) of each stored level. */
const POWERS_MW = Float64Array.from({ length: 256 }, (_, level) => 10 ** (toDbm(level) / 10));
