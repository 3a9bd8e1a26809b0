import type { FloorPath, WallSection } from './floor-path.ts';
import { STEPS_PER_DB, WEAKEST_DBM } from './levels.ts';
import { computeFreeSpaceLoss, MIN_DISTANCE_M, saturateWallLoss, WALL_LOSS_LIMIT_DB } from './path-loss.ts';
import type { Point, Wall } from './walls.ts';

/** Cells of a floor plan. The centre of the first cell is half a cell right of and below `x` and `y` (m). */
export interface Grid {
  readonly x: number;
  readonly y: number;
  readonly cellM: number;
  readonly columns: number;
  readonly rows: number;
}

/** A radio on a floor plan. */
export interface Transmitter extends Point {
  /** Power with the gain of the antenna (dBm, EIRP). */
  readonly powerDbm: number;
  readonly frequencyMhz: number;
  /** Way from the floor of the antenna to the floor of the receivers. */
  readonly path: FloorPath;
}

/** Steps of wall loss (per dB) in the table of saturated losses. */
const LOSS_STEPS = 16;
/** Sums of wall losses above this value (dB) have the saturated loss of this value; the difference is below 0.01 dB. */
const MAX_SUM_DB = 120;
/** Bits of a 32-bit float that select an entry of the distance table: sign, exponent and 8 bits of the fraction. */
const DISTANCE_SHIFT = 15;
/** Slope that replaces a horizontal edge of a shadow. */
const TILT = 1e-9;
/** Cells that reserve the end of a row for shadows that reach its end. */
const ROW_END = 1;

/** Columns at which an edge of a shadow crosses row 0, as lower or upper bound, and its slope in columns per row. */
interface RowBound {
  readonly slope: number;
  readonly low: number;
  readonly high: number;
}

const UNBOUNDED: RowBound = { slope: 0, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

/**
 * Computes the signal in the centre of each cell, row by row.
 *
 * Each wall shadows an interval of each row: the cells behind it, seen from the transmitter. Losses are added at the
 * begin and subtracted at the end of each interval, and summed along the row, so that the time depends on the number of
 * walls times rows, plus cells, instead of walls times cells.
 */
export class SignalGrid {
  readonly #grid: Grid;
  readonly #changes: Float32Array;
  readonly #saturated: Float32Array;

  constructor(grid: Grid, limitDb = WALL_LOSS_LIMIT_DB) {
    this.#grid = grid;
    this.#changes = new Float32Array((grid.columns + ROW_END) * grid.rows);
    this.#saturated = Float32Array.from(
      { length: MAX_SUM_DB * LOSS_STEPS + 1 },
      (_, step) => STEPS_PER_DB * saturateWallLoss(step / LOSS_STEPS, limitDb),
    );
  }

  /** Writes the stored level of each cell to `levels`. */
  compute(transmitter: Transmitter, levels: Uint8ClampedArray): void {
    this.#changes.fill(0);
    for (const section of transmitter.path.sections)
      for (const wall of section.walls) this.#addShadow(transmitter, wall, section);
    this.#writeLevels(transmitter, levels);
  }

  /** Adds the shadow of a wall. A wall of another floor shadows only the cells whose path is on its floor there. */
  #addShadow(from: Point, wall: Wall, section: WallSection): void {
    const { lossDb, x1, x2, y1, y2 } = wall;
    const turn = (x1 - from.x) * (y2 - from.y) - (y1 - from.y) * (x2 - from.x);
    // A transmitter in line with a wall sees only its end.
    if (turn === 0 || lossDb === 0 || section.to <= section.from) return;
    const sign = turn > 0 ? 1 : -1;
    const oneSide = this.#boundRows(sign * (from.y - y1), sign * (x1 - from.x), from);
    const otherSide = this.#boundRows(sign * (y2 - from.y), sign * (from.x - x2), from);
    /** Returns the end of the wall, seen from the transmitter at a fraction of the path. */
    const project = (fraction: number): Point => ({
      x: from.x + (x1 - from.x) / fraction,
      y: from.y + (y1 - from.y) / fraction,
    });
    const [across, along] = [sign * (y2 - y1), sign * (x1 - x2)];
    const behind = this.#boundRows(across, along, project(section.to));
    const before = section.from > 0 ? this.#boundRows(-across, -along, project(section.from)) : UNBOUNDED;
    const { columns, rows } = this.#grid;
    const changes = this.#changes;
    const stride = columns + ROW_END;
    for (let row = 0; row < rows; row += 1) {
      const low = Math.max(
        oneSide.low + oneSide.slope * row,
        otherSide.low + otherSide.slope * row,
        behind.low + behind.slope * row,
        before.low + before.slope * row,
      );
      const high = Math.min(
        oneSide.high + oneSide.slope * row,
        otherSide.high + otherSide.slope * row,
        behind.high + behind.slope * row,
        before.high + before.slope * row,
      );
      const first = Math.max(0, Math.ceil(low));
      const end = Math.min(columns, Math.ceil(high));
      if (first >= end) continue;
      const start = row * stride;
      changes[start + first] = (changes[start + first] ?? 0) + lossDb;
      changes[start + end] = (changes[start + end] ?? 0) - lossDb;
    }
  }

  /**
   * Bounds each row by the half-plane a·(x − x₀) + b·(y − y₀) ≥ 0. A horizontal edge, which bounds no row at a column, is
   * tilted by less than a cell of the widest plan.
   */
  #boundRows(a: number, b: number, { x, y }: Point): RowBound {
    const { cellM, x: left, y: top } = this.#grid;
    const across = a === 0 ? Math.abs(b) * TILT : a;
    const slope = -b / across;
    const column = (x - left - slope * (y - top)) / cellM - 0.5 + slope / 2;
    return across > 0
      ? { slope, low: column, high: Number.POSITIVE_INFINITY }
      : { slope, low: Number.NEGATIVE_INFINITY, high: column };
  }

  #writeLevels({ frequencyMhz, path, powerDbm, x, y }: Transmitter, levels: Uint8ClampedArray): void {
    const { cellM, columns, rows, x: left, y: top } = this.#grid;
    const changes = this.#changes;
    const saturated = this.#saturated;
    const atOneMetre =
      STEPS_PER_DB * (powerDbm - computeFreeSpaceLoss(1, frequencyMhz) - path.slabLossDb - WEAKEST_DBM);
    const squares = new Float32Array(1);
    const bits = new Uint32Array(squares.buffer);
    const losses = DISTANCE_LOSSES;
    const minSquare = MIN_DISTANCE_M ** 2;
    let cell = 0;
    let change = 0;
    for (let row = 0; row < rows; row += 1) {
      const across = (top + (row + 0.5) * cellM - y) ** 2 + path.heightM ** 2;
      let sum = 0;
      let along = left + 0.5 * cellM - x;
      for (let column = 0; column < columns; column += 1, cell += 1, change += 1, along += cellM) {
        sum += changes[change] ?? 0;
        squares[0] = Math.max(along * along + across, minSquare);
        const distance = losses[(bits[0] ?? 0) >>> DISTANCE_SHIFT] ?? 0;
        const wall = saturated[Math.min(sum * LOSS_STEPS + 0.5, MAX_SUM_DB * LOSS_STEPS) | 0] ?? 0;
        levels[cell] = atOneMetre - distance - wall;
      }
      change += ROW_END;
    }
  }
}

/** Losses (in steps of stored levels) by distance relative to 1 m, by the leading bits of the squared distance (m²) as a 32-bit float. */
const DISTANCE_LOSSES = createDistanceLosses();

function createDistanceLosses(): Float32Array {
  const bits = new Uint32Array(1);
  const square = new Float32Array(bits.buffer);
  return Float32Array.from({ length: 2 ** (31 - DISTANCE_SHIFT) }, (_, index) => {
    // The middle of the interval halves the error of the table, to 0.009 dB.
    bits[0] = (index << DISTANCE_SHIFT) | (1 << (DISTANCE_SHIFT - 1));
    const value = STEPS_PER_DB * 10 * Math.log10(square[0] ?? 0);
    return Number.isFinite(value) ? value : 0;
  });
}
