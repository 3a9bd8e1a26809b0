/** Index of the server of a cell without a signal. */
export const NO_SERVER = 255;

/**
 * The strongest and the second strongest level of each cell, and the index of the strongest radio; of equally strong ones
 * the first one.
 */
export interface Coverage {
  readonly best: Uint8Array;
  readonly second: Uint8Array;
  readonly server: Uint8Array;
}

export const createCoverage = (cells: number): Coverage => ({
  best: new Uint8Array(cells),
  second: new Uint8Array(cells),
  server: new Uint8Array(cells),
});

export function clearCoverage({ best, second, server }: Coverage): void {
  best.fill(0);
  second.fill(0);
  server.fill(NO_SERVER);
}

/** Merges a radio into the coverage of radios with smaller indices. */
export function mergeLayer(
  { best, second, server }: Coverage,
  index: number,
  layer: Uint8ClampedArray,
): void {
  for (let cell = 0; cell < layer.length; cell += 1) {
    const level = layer[cell] ?? 0;
    const strongest = best[cell] ?? 0;
    if (level > strongest) {
      second[cell] = strongest;
      best[cell] = level;
      server[cell] = index;
    } else if (level > (second[cell] ?? 0)) second[cell] = level;
  }
}

/**
 * Merges a radio into the coverage of others, some of which have greater indices: of equally strong radios, the one with the
 * smallest index serves.
 */
export function insertLayer(
  { best, second, server }: Coverage,
  index: number,
  layer: Uint8ClampedArray,
): void {
  for (let cell = 0; cell < layer.length; cell += 1) {
    const level = layer[cell] ?? 0;
    const strongest = best[cell] ?? 0;
    if (level > strongest || (level === strongest && level > 0 && index < (server[cell] ?? NO_SERVER))) {
      second[cell] = strongest;
      best[cell] = level;
      server[cell] = index;
    } else if (level > (second[cell] ?? 0)) second[cell] = level;
  }
}

/**
 * Coverage that follows changes of single cells. Most changes concern a radio that is neither the strongest nor the second
 * one. Cells whose result needs the levels of all radios are collected and computed by `settle`.
 */
export class ChangingCoverage {
  readonly #coverage: Coverage;
  readonly #isOpen: Uint8Array;
  readonly #open: Int32Array;
  #count = 0;

  constructor(coverage: Coverage) {
    this.#coverage = coverage;
    this.#isOpen = new Uint8Array(coverage.best.length);
    this.#open = new Int32Array(coverage.best.length);
  }

  /** Follows the change of the level of one radio in one cell. */
  change(cell: number, index: number, from: number, to: number): void {
    if (from === to || this.#isOpen[cell] === 1) return;
    const { best, second, server } = this.#coverage;
    const served = server[cell] ?? NO_SERVER;
    const strongest = best[cell] ?? 0;
    const next = second[cell] ?? 0;
    if (to > from) {
      if (served === index) best[cell] = to;
      else if (to > strongest) {
        second[cell] = strongest;
        best[cell] = to;
        server[cell] = index;
      } else if (to === strongest) {
        second[cell] = strongest;
        server[cell] = Math.min(served, index);
      } else if (to > next) second[cell] = to;
    } else if (served === index) {
      if (to > next) best[cell] = to;
      else this.#reopen(cell);
    } else if (from === next) this.#reopen(cell);
  }

  /** Computes the collected cells from the levels of all radios. */
  settle(layers: readonly Uint8ClampedArray[]): void {
    const { best, second, server } = this.#coverage;
    const open = this.#open.subarray(0, this.#count);
    for (let entry = 0; entry < open.length; entry += 1) {
      const cell = open[entry] ?? 0;
      best[cell] = 0;
      second[cell] = 0;
      server[cell] = NO_SERVER;
      this.#isOpen[cell] = 0;
    }
    for (const [index, layer] of layers.entries())
      for (let entry = 0; entry < open.length; entry += 1) {
        const cell = open[entry] ?? 0;
        const level = layer[cell] ?? 0;
        const strongest = best[cell] ?? 0;
        if (level > strongest) {
          second[cell] = strongest;
          best[cell] = level;
          server[cell] = index;
        } else if (level > (second[cell] ?? 0)) second[cell] = level;
      }
    this.#count = 0;
  }

  #reopen(cell: number): void {
    this.#isOpen[cell] = 1;
    this.#open[this.#count] = cell;
    this.#count += 1;
  }
}
