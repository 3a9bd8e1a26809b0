import type { RadioChannel } from './channels.ts';
import { NO_SERVER } from './coverage.ts';
import type { SignalLayers } from './coverage-map.ts';
import { computeChannelOverlap, computeSinr } from './interference.ts';
import { toDbm, toLevel } from './levels.ts';
import { getThroughput } from './throughput.ts';

/** A value of each cell of a map. */
export type Quantity = 'signal' | 'second' | 'server' | 'sinr' | 'throughput' | 'overlap';

/** Stored ratios: steps of 0.5 dB from this value on. */
const LOWEST_RATIO_DB = -40;
const RATIO_STEPS = 2;
/** Stored throughputs are quadratic, so that low ones are fine enough: (level / 5)² Mbit/s, at most 2,601. */
const THROUGHPUT_ROOT = 5;

/**
 * Returns the value of a stored level: dBm (`signal`, `second`), dB (`sinr`), Mbit/s (`throughput`), a number of radios
 * (`overlap`) or the index of a radio (`server`). Undefined in a cell without a signal.
 */
export function toValue(quantity: Quantity, level: number): number | undefined {
  switch (quantity) {
    case 'signal':
    case 'second':
      return level === 0 ? undefined : toDbm(level);
    case 'server':
      return level === NO_SERVER ? undefined : level;
    case 'sinr':
      return level === 0 ? undefined : level / RATIO_STEPS + LOWEST_RATIO_DB;
    case 'throughput':
      return (level / THROUGHPUT_ROOT) ** 2;
    case 'overlap':
      return level;
  }
}

/** Returns the stored level of a value in the unit of `toValue`, from 0 to 255. */
export function toStored(quantity: Quantity, value: number): number {
  switch (quantity) {
    case 'signal':
    case 'second':
      return toLevel(value);
    case 'server':
    case 'overlap':
      return value;
    case 'sinr':
      return Math.min(255, Math.max(1, Math.round((value - LOWEST_RATIO_DB) * RATIO_STEPS)));
    case 'throughput':
      return Math.min(255, Math.round(Math.sqrt(value) * THROUGHPUT_ROOT));
  }
}

/**
 * Computes one quantity of all cells as stored levels. `signal`, `second` and `server` are copies of the coverage; the
 * others compute from the signals of all radios.
 */
export class QuantityComputer {
  readonly #ratios: Float32Array;

  constructor(cells: number) {
    this.#ratios = new Float32Array(cells);
  }

  /** @param channels channel of each radio of the map */
  compute(
    map: SignalLayers,
    channels: readonly RadioChannel[],
    quantity: Quantity,
    levels: Uint8Array,
  ): void {
    const { best, second, server } = map.coverage;
    if (quantity === 'signal') levels.set(best);
    else if (quantity === 'second') levels.set(second);
    else if (quantity === 'server') levels.set(server);
    else if (quantity === 'overlap') computeChannelOverlap(map, channels, levels);
    else {
      computeSinr(map, channels, this.#ratios);
      for (let cell = 0; cell < levels.length; cell += 1)
        levels[cell] = server[cell] === NO_SERVER ? 0 : toStored('sinr', this.#ratios[cell] ?? 0);
      if (quantity === 'throughput') replaceByThroughput(levels, server, channels);
    }
  }
}

/** Replaces stored ratios by the throughput of the strongest radio. */
function replaceByThroughput(
  levels: Uint8Array,
  server: Uint8Array,
  channels: readonly RadioChannel[],
): void {
  const tables = channels.map((channel) =>
    Uint8Array.from({ length: 256 }, (_, ratio) =>
      toStored('throughput', getThroughput(toValue('sinr', ratio) ?? Number.NEGATIVE_INFINITY, channel)),
    ),
  );
  for (let cell = 0; cell < levels.length; cell += 1)
    levels[cell] = tables[server[cell] ?? NO_SERVER]?.[levels[cell] ?? 0] ?? 0;
}
