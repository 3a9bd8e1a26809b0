import type { WallSection } from './floor-path.ts';
import type { Point } from './walls.ts';

/** Cells of a floor plan. The centre of the first cell is half a cell right of and below `x` and `y` (m). */
export interface Grid {
  readonly x: number;
  readonly y: number;
  readonly cellM: number;
  readonly columns: number;
  readonly rows: number;
}

/** A line between two points of a plan (m). */
export interface Segment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** Slope that replaces a horizontal edge of a shadow. */
const TILT = 1e-9;
/** Rows that are tested beyond the computed ones, because the computation rounds. */
const MARGIN_ROWS = 1;

/** Columns at which an edge of a shadow crosses row 0, as lower or upper bound, and its slope in columns per row. */
interface RowBound {
  readonly slope: number;
  readonly low: number;
  readonly high: number;
}

const UNBOUNDED: RowBound = { slope: 0, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

/**
 * The shadow of a wall: one interval of columns in each row, from `firsts[row]` to before `ends[row]`. Only the rows from
 * `firstRow` to before `endRow` have an interval, and each of them may be empty. An instance is used again for the next
 * wall, so that no memory is allocated per wall.
 */
export class Shadow {
  readonly firsts: Int32Array;
  readonly ends: Int32Array;
  firstRow = 0;
  endRow = 0;
  readonly #grid: Grid;

  constructor(grid: Grid) {
    this.#grid = grid;
    this.firsts = new Int32Array(grid.rows);
    this.ends = new Int32Array(grid.rows);
  }

  /**
   * Computes the cells behind a wall, seen from a transmitter. A wall of another floor shadows only the cells whose path is
   * on its floor there.
   */
  trace(from: Point, { x1, x2, y1, y2 }: Segment, section: Pick<WallSection, 'from' | 'to'>): void {
    this.clear();
    const turn = (x1 - from.x) * (y2 - from.y) - (y1 - from.y) * (x2 - from.x);
    // A transmitter in line with a wall sees only its end.
    if (turn === 0 || section.to <= section.from) return;
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
    const { cellM, columns, rows, y: top } = this.#grid;
    // All cells of a shadow are at least as far above or below the transmitter as the nearer end of the wall.
    const above = y1 >= from.y && y2 >= from.y ? (Math.min(y1, y2) - top) / cellM - MARGIN_ROWS : 0;
    const below = y1 <= from.y && y2 <= from.y ? (Math.max(y1, y2) - top) / cellM + MARGIN_ROWS : rows;
    this.firstRow = Math.max(0, Math.floor(above));
    this.endRow = Math.max(this.firstRow, Math.min(rows, Math.ceil(below)));
    const { ends, firsts } = this;
    for (let row = this.firstRow; row < this.endRow; row += 1) {
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
      // Bounds beyond 32 bits must not wrap.
      firsts[row] = Math.min(columns, Math.max(0, Math.ceil(low)));
      ends[row] = Math.max(0, Math.min(columns, Math.ceil(high)));
    }
  }

  /** Makes the shadow empty, as that of no wall. */
  clear(): void {
    this.firstRow = 0;
    this.endRow = 0;
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
}
