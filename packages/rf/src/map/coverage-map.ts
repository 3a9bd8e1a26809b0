import {
  ChangingCoverage,
  clearCoverage,
  type Coverage,
  createCoverage,
  insertLayer,
  mergeLayer,
} from './coverage.ts';
import { type Grid, SignalGrid, type Transmitter } from './signal-grid.ts';
import { findReceiversSection, replaceInPaths, WallChange } from './wall-change.ts';
import type { Wall } from './walls.ts';

export { type Coverage, NO_SERVER } from './coverage.ts';

/** The coverage of some cells, and the stored levels of each radio in them. */
export type SignalLayers = Pick<CoverageMap, 'coverage' | 'getLevels'>;

/** Maximum number of radios of a map: servers are stored as one byte. */
export const MAX_RADIOS = 200;

/**
 * Signals of all radios on one floor. A radio that is dragged is merged with the coverage of the others, which is computed
 * once when the drag begins, so that a frame computes one radio. A wall that is dragged is a loss that is added to the sums
 * of the others.
 */
export class CoverageMap {
  readonly grid: Grid;
  readonly coverage: Coverage;
  readonly #cells: number;
  readonly #signals: SignalGrid;
  #transmitters: Transmitter[] = [];
  readonly #layers: Uint8ClampedArray[] = [];
  /** Coverage without the dragged radio. */
  #others: { readonly index: number; readonly coverage: Coverage } | undefined;
  readonly #changing: ChangingCoverage;
  #wallChange: WallChange | undefined;
  /** Arrays of the sums of a dragged wall, kept for the next one. */
  readonly #sums: Uint8ClampedArray[] = [];

  constructor(grid: Grid, limitDb?: number) {
    this.grid = grid;
    this.#cells = grid.columns * grid.rows;
    this.#signals = new SignalGrid(grid, limitDb);
    this.coverage = createCoverage(this.#cells);
    this.#changing = new ChangingCoverage(this.coverage);
  }

  /** Number of radios. */
  get radios(): number {
    return this.#layers.length;
  }

  /** Computes all radios; their order gives their indices. Throws a RangeError above `MAX_RADIOS`. */
  compute(transmitters: readonly Transmitter[]): void {
    if (transmitters.length > MAX_RADIOS) throw new RangeError(`A map has at most ${MAX_RADIOS} radios.`);
    this.#others = undefined;
    this.#wallChange = undefined;
    this.#transmitters = [...transmitters];
    this.#layers.length = Math.min(this.#layers.length, transmitters.length);
    this.#sums.length = Math.min(this.#sums.length, transmitters.length);
    clearCoverage(this.coverage);
    for (const [index, transmitter] of transmitters.entries())
      mergeLayer(this.coverage, index, this.#computeLayer(index, transmitter));
  }

  /**
   * Computes one radio again, for example at each frame of a drag. Its walls must be those of the last `compute` with the
   * changes of `changeWalls`. Throws a RangeError without this radio.
   */
  move(index: number, transmitter: Transmitter): void {
    if (this.#layers[index] === undefined) throw new RangeError(`There is no radio ${index}.`);
    this.#wallChange = undefined;
    this.#transmitters[index] = transmitter;
    if (this.#others?.index !== index) this.#others = { index, coverage: this.#combineOthers(index) };
    const { best, second, server } = this.#others.coverage;
    this.coverage.best.set(best);
    this.coverage.second.set(second);
    this.coverage.server.set(server);
    insertLayer(this.coverage, index, this.#computeLayer(index, transmitter));
  }

  /**
   * Replaces walls of the floor of the receivers by others: a dragged wall with its openings, two walls at a dragged corner,
   * an added wall (nothing before it) or a removed one (nothing after it). `before` must contain the objects that the paths of
   * the radios contain or that earlier calls added; otherwise it throws a RangeError. The first change of some walls takes
   * about as long as `compute`; further changes of these walls are fast.
   */
  changeWalls(before: readonly Wall[], after: readonly Wall[]): void {
    this.#others = undefined;
    if (this.#wallChange?.includes(before) !== true) this.#wallChange = this.#beginChange(before);
    this.#wallChange.replace(before, after, this.#changing);
    this.#changing.settle(this.#layers);
    this.#transmitters = replaceInPaths(this.#transmitters, before, after);
  }

  /** Returns the signals of one cell only, to compute its quantities. */
  pickCell(cell: number): SignalLayers {
    const { best, second, server } = this.coverage;
    const end = cell + 1;
    return {
      coverage: {
        best: best.slice(cell, end),
        second: second.slice(cell, end),
        server: server.slice(cell, end),
      },
      getLevels: (index) => this.#layers[index]?.slice(cell, end),
    };
  }

  /** Returns the level of one radio in each cell. */
  getLevels(index: number): Uint8ClampedArray | undefined {
    return this.#layers[index];
  }

  #beginChange(walls: readonly Wall[]): WallChange {
    for (const present of new Set(this.#transmitters.map((each) => findReceiversSection(each)?.walls)))
      if (walls.some((wall) => present?.includes(wall) !== true))
        throw new RangeError('There is no such wall on this floor.');
    while (this.#sums.length < this.#layers.length) this.#sums.push(new Uint8ClampedArray(this.#cells));
    return new WallChange(this.#signals, this.#transmitters, this.#layers, this.#sums, walls);
  }

  #computeLayer(index: number, transmitter: Transmitter): Uint8ClampedArray {
    const layer = (this.#layers[index] ??= new Uint8ClampedArray(this.#cells));
    this.#signals.compute(transmitter, layer);
    return layer;
  }

  #combineOthers(index: number): Coverage {
    const coverage = createCoverage(this.#cells);
    clearCoverage(coverage);
    for (const [other, layer] of this.#layers.entries())
      if (other !== index) mergeLayer(coverage, other, layer);
    return coverage;
  }
}
