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
  /** Height of the antenna above the receivers (m). */
  readonly heightM: number;
}

/** Steps of wall loss (per dB) in the table of saturated losses. */
const LOSS_STEPS = 16;
/** Sums of wall losses above this value (dB) have the saturated loss of this value; the difference is below 0.01 dB. */
const MAX_SUM_DB = 120;
/** Bits of a 32-bit float that select an entry of the distance table: sign, exponent and 8 bits of the fraction. */
const DISTANCE_SHIFT = 15;
/** Cells that reserve the end of a row for shadows that reach its end. */
const ROW_END = 1;

/**
 * Computes the signal (dBm) in the centre of each cell, row by row.
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
    this.#saturated = Float32Array.from({ length: MAX_SUM_DB * LOSS_STEPS + 1 }, (_, step) =>
      saturateWallLoss(step / LOSS_STEPS, limitDb),
    );
  }

  /** Writes the signals to `signals`, which has one value for each cell. */
  compute(transmitter: Transmitter, walls: readonly Wall[], signals: Float32Array): void {
    this.#changes.fill(0);
    for (const wall of walls) this.#addShadow(transmitter, wall);
    this.#writeSignals(transmitter, signals);
  }

  #addShadow(from: Point, wall: Wall): void {
    const { cellM, columns, rows, x: left, y: top } = this.#grid;
    const { lossDb } = wall;
    const turn = (wall.x1 - from.x) * (wall.y2 - from.y) - (wall.y1 - from.y) * (wall.x2 - from.x);
    // A transmitter in line with a wall sees only its end.
    if (turn === 0 || lossDb === 0) return;
    // Three half-planes a·x + b·y + c ≥ 0 bound the shadow: its two sides and the wall itself.
    const sign = turn > 0 ? 1 : -1;
    const [ax, ay] = [sign * (from.y - wall.y1), sign * (wall.x1 - from.x)];
    const [bx, by] = [sign * (wall.y2 - from.y), sign * (from.x - wall.x2)];
    const [cx, cy] = [sign * (wall.y2 - wall.y1), sign * (wall.x1 - wall.x2)];
    const a = -(ax * from.x + ay * from.y);
    const b = -(bx * from.x + by * from.y);
    const c = -(cx * wall.x1 + cy * wall.y1);
    const changes = this.#changes;
    const stride = columns + ROW_END;
    for (let row = 0; row < rows; row += 1) {
      const y = top + (row + 0.5) * cellM;
      let low = Number.NEGATIVE_INFINITY;
      let high = Number.POSITIVE_INFINITY;
      const atA = ay * y + a;
      if (ax > 0) low = -atA / ax;
      else if (ax < 0) high = -atA / ax;
      else if (atA < 0) continue;
      const atB = by * y + b;
      if (bx > 0) low = Math.max(low, -atB / bx);
      else if (bx < 0) high = Math.min(high, -atB / bx);
      else if (atB < 0) continue;
      const atC = cy * y + c;
      if (cx > 0) low = Math.max(low, -atC / cx);
      else if (cx < 0) high = Math.min(high, -atC / cx);
      else if (atC < 0) continue;
      if (low >= high) continue;
      const first = Math.max(0, Math.ceil((low - left) / cellM - 0.5));
      const end = Math.min(columns, Math.ceil((high - left) / cellM - 0.5));
      if (first >= end) continue;
      const start = row * stride;
      changes[start + first] = (changes[start + first] ?? 0) + lossDb;
      changes[start + end] = (changes[start + end] ?? 0) - lossDb;
    }
  }

  #writeSignals({ frequencyMhz, heightM, powerDbm, x, y }: Transmitter, signals: Float32Array): void {
    const { cellM, columns, rows, x: left, y: top } = this.#grid;
    const changes = this.#changes;
    const saturated = this.#saturated;
    const level = powerDbm - computeFreeSpaceLoss(1, frequencyMhz);
    const squares = new Float32Array(1);
    const bits = new Uint32Array(squares.buffer);
    const losses = DISTANCE_LOSSES;
    const minSquare = MIN_DISTANCE_M ** 2;
    let cell = 0;
    let change = 0;
    for (let row = 0; row < rows; row += 1) {
      const across = (top + (row + 0.5) * cellM - y) ** 2 + heightM ** 2;
      let sum = 0;
      let along = left + 0.5 * cellM - x;
      for (let column = 0; column < columns; column += 1, cell += 1, change += 1, along += cellM) {
        sum += changes[change] ?? 0;
        squares[0] = Math.max(along * along + across, minSquare);
        const distance = losses[(bits[0] ?? 0) >>> DISTANCE_SHIFT] ?? 0;
        const wall = saturated[Math.min(sum * LOSS_STEPS + 0.5, MAX_SUM_DB * LOSS_STEPS) | 0] ?? 0;
        signals[cell] = level - distance - wall;
      }
      change += ROW_END;
    }
  }
}

/** Losses (dB) by distance relative to 1 m, by the leading bits of the squared distance (m²) as a 32-bit float. */
const DISTANCE_LOSSES = createDistanceLosses();

function createDistanceLosses(): Float32Array {
  const bits = new Uint32Array(1);
  const square = new Float32Array(bits.buffer);
  return Float32Array.from({ length: 2 ** (31 - DISTANCE_SHIFT) }, (_, index) => {
    // The middle of the interval halves the error of the table, to 0.009 dB.
    bits[0] = (index << DISTANCE_SHIFT) | (1 << (DISTANCE_SHIFT - 1));
    const value = 10 * Math.log10(square[0] ?? 0);
    return Number.isFinite(value) ? value : 0;
  });
}
