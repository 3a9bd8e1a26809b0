import type { Grid, Point } from '@northlight/rf';

/** Returns the index of the cell at a point (m); undefined outside the grid. */
export function findCell({ cellM, columns, rows, x, y }: Grid, point: Point): number | undefined {
  const column = Math.floor((point.x - x) / cellM);
  const row = Math.floor((point.y - y) / cellM);
  return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : undefined;
}
