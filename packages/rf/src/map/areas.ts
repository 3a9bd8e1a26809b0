import type { Grid } from './shadow.ts';
import type { Point } from './walls.ts';
import { listEdges } from './zones.ts';

/** The area of a floor on which a target is met. Areas in m². */
export interface TargetShare {
  readonly areaM2: number;
  readonly metM2: number;
  readonly missedM2: number;
  /** From 0 to 1; 1 for an empty area. */
  readonly metShare: number;
}

/** Marks the cells (1) whose centre is in at least one of the polygons (even-odd rule). */
export function markPolygons(grid: Grid, polygons: readonly (readonly Point[])[]): Uint8Array {
  const { cellM, columns, rows, x: left, y: top } = grid;
  const marks = new Uint8Array(columns * rows);
  for (const corners of polygons) {
    const edges = listEdges(corners);
    for (let row = 0; row < rows; row += 1) {
      const y = top + (row + 0.5) * cellM;
      const crossings = edges
        .filter(({ y1, y2 }) => y1 > y !== y2 > y)
        .map(({ x1, x2, y1, y2 }) => x1 + ((y - y1) / (y2 - y1)) * (x2 - x1))
        .toSorted((one, other) => one - other);
      for (let index = 0; index + 1 < crossings.length; index += 2) {
        const first = Math.ceil(((crossings[index] ?? 0) - left) / cellM - 0.5);
        const end = Math.ceil(((crossings[index + 1] ?? 0) - left) / cellM - 0.5);
        const start = row * columns;
        marks.fill(
          1,
          start + Math.min(Math.max(first, 0), columns),
          start + Math.min(Math.max(end, 0), columns),
        );
      }
    }
  }
  return marks;
}

/**
 * Measures the area on which a stored level is at least `leastLevel`.
 *
 * @param counted marks of the cells that count, such as the inside of a building; undefined for all
 * @param excluded marks of the cells that do not count, such as stairs; undefined for none
 */
export function measureTarget(
  { cellM }: Grid,
  levels: ArrayLike<number>,
  leastLevel: number,
  { counted, excluded }: { readonly counted?: ArrayLike<number>; readonly excluded?: ArrayLike<number> } = {},
): TargetShare {
  let [cells, met] = [0, 0];
  for (let cell = 0; cell < levels.length; cell += 1) {
    if ((counted && counted[cell] !== 1) || excluded?.[cell] === 1) continue;
    cells += 1;
    if ((levels[cell] ?? 0) >= leastLevel) met += 1;
  }
  const square = cellM ** 2;
  return {
    areaM2: cells * square,
    metM2: met * square,
    missedM2: (cells - met) * square,
    metShare: cells === 0 ? 1 : met / cells,
  };
}
