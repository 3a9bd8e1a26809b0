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
  const senders = listSenders(map, channels);
  forEachRun(server, (served, start, end) => {
    // Collects the power of noise and the other radios (mW).
    ratios.fill(noises[served] ?? 0, start, end);
    for (const { airtime, levels, overlap } of senders[served] ?? [])
      addPower(ratios, levels, overlap * airtime, start, end);
    for (let cell = start; cell < end; cell += 1)
      ratios[cell] =
        served === NO_SERVER
          ? Number.NEGATIVE_INFINITY
          : toDbm(best[cell] ?? 0) - 10 * Math.log10(ratios[cell] ?? 0);
  });
}

function addPower(
  powers: Float32Array,
  levels: Uint8ClampedArray,
  share: number,
  start: number,
  end: number,
): void {
  for (let cell = start; cell < end; cell += 1)
    powers[cell] = (powers[cell] ?? 0) + share * (POWERS_MW[levels[cell] ?? 0] ?? 0);
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
  const least = toLevel(CARRIER_SENSE_DBM);
  const senders = listSenders(map, channels);
  counts.fill(0);
  strongest?.fill(0);
  forEachRun(map.coverage.server, (served, start, end) => {
    for (const { levels } of senders[served] ?? [])
      for (let cell = start; cell < end; cell += 1) {
        const level = levels[cell] ?? 0;
        if (level < least) continue;
        counts[cell] = (counts[cell] ?? 0) + 1;
        if (strongest && level > (strongest[cell] ?? 0)) strongest[cell] = level;
      }
  });
}

/** A radio that disturbs another one. */
interface Sender {
  readonly levels: Uint8ClampedArray;
  /** Share of its power that falls into the channel of the other radio. */
  readonly overlap: number;
  readonly airtime: number;
}

/** Lists the senders that disturb each radio. */
const listSenders = (map: SignalLayers, channels: readonly RadioChannel[]): Sender[][] =>
  channels.map((server, index) =>
    channels.flatMap((sender, other): Sender[] => {
      const levels = map.getLevels(other);
      const overlap = computeOverlap(server, sender);
      return other === index || !levels || overlap === 0
        ? []
        : [{ levels, overlap, airtime: sender.airtime ?? 1 }];
    }),
  );

/**
 * Calls `visit` with each run of cells that one radio serves. The runs are long, because a radio serves an area, so that a
 * run reads only the levels of the senders that disturb this radio.
 */
function forEachRun(server: Uint8Array, visit: (served: number, start: number, end: number) => void): void {
  for (let start = 0, end = 0; start < server.length; start = end) {
    const served = server[start] ?? NO_SERVER;
    for (end = start + 1; end < server.length && server[end] === served; end += 1);
    visit(served, start, end);
  }
}

/** Power (mW) of each stored level. The lowest one is that of all weaker signals, of which many must not add up. */
const POWERS_MW = Float64Array.from({ length: 256 }, (_, level) =>
  level === 0 ? 0 : 10 ** (toDbm(level) / 10),
);
