import { type Grid, SignalGrid, type Transmitter } from './signal-grid.ts';

/** Index of the server of a cell without a signal. */
export const NO_SERVER = 255;
/** Maximum number of radios of a map: servers are stored as one byte. */
export const MAX_RADIOS = 200;

/** The strongest and the second strongest level of each cell, and the index of the strongest radio. */
export interface Coverage {
  readonly best: Uint8Array;
  readonly second: Uint8Array;
  readonly server: Uint8Array;
}

/**
 * Signals of all radios on one floor. A radio that is dragged is merged with the coverage of the others, which is computed
 * once when the drag begins, so that a frame computes one radio.
 */
export class CoverageMap {
  readonly coverage: Coverage;
  readonly #cells: number;
  readonly #signals: SignalGrid;
  readonly #layers: Uint8ClampedArray[] = [];
  /** Coverage without the dragged radio. */
  #others: { readonly index: number; readonly coverage: Coverage } | undefined;

  constructor(grid: Grid, limitDb?: number) {
    this.#cells = grid.columns * grid.rows;
    this.#signals = new SignalGrid(grid, limitDb);
    this.coverage = createCoverage(this.#cells);
  }

  /** Computes all radios; their order gives their indices. Throws a RangeError above `MAX_RADIOS`. */
  compute(transmitters: readonly Transmitter[]): void {
    if (transmitters.length > MAX_RADIOS) throw new RangeError(`A map has at most ${MAX_RADIOS} radios.`);
    this.#others = undefined;
    this.#layers.length = Math.min(this.#layers.length, transmitters.length);
    clear(this.coverage);
    for (const [index, transmitter] of transmitters.entries()) {
      this.#computeLayer(index, transmitter);
      this.#merge(index, this.coverage);
    }
  }

  /** Computes one radio again, for example at each frame of a drag. Its walls must be those of the last `compute`. */
  move(index: number, transmitter: Transmitter): void {
    if (this.#layers[index] === undefined) throw new RangeError(`There is no radio ${index}.`);
    if (this.#others?.index !== index) this.#others = { index, coverage: this.#combineOthers(index) };
    const { best, second, server } = this.#others.coverage;
    this.coverage.best.set(best);
    this.coverage.second.set(second);
    this.coverage.server.set(server);
    this.#computeLayer(index, transmitter);
    this.#merge(index, this.coverage);
  }

  /** Returns the level of one radio in each cell. */
  getLevels(index: number): Uint8ClampedArray | undefined {
    return this.#layers[index];
  }

  #computeLayer(index: number, transmitter: Transmitter): void {
    const layer = (this.#layers[index] ??= new Uint8ClampedArray(this.#cells));
    this.#signals.compute(transmitter, layer);
  }

  #combineOthers(index: number): Coverage {
    const coverage = createCoverage(this.#cells);
    clear(coverage);
    for (const other of this.#layers.keys()) if (other !== index) this.#merge(other, coverage);
    return coverage;
  }

  #merge(index: number, { best, second, server }: Coverage): void {
    const layer = this.#layers[index];
    if (!layer) return;
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
}

const createCoverage = (cells: number): Coverage => ({
  best: new Uint8Array(cells),
  second: new Uint8Array(cells),
  server: new Uint8Array(cells),
});

function clear({ best, second, server }: Coverage): void {
  best.fill(0);
  second.fill(0);
  server.fill(NO_SERVER);
}
