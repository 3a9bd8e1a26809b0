import type { ReactNode } from 'react';

/** One column of a grid, with its sort value, search text and cell. */
export interface GridColumn<T> {
  readonly id: string;
  /** Header with the unit: `CPU (%)`. */
  readonly header: string;
  readonly width: number;
  /** Sort value of a row; rows with undefined are last. */
  readonly value: (row: T) => string | number | undefined;
  /** Text of a row for the search; absent: the sort value. */
  readonly text?: (row: T) => string;
  /** Content of the cell: text, or one element that truncates its content in a narrow column. */
  readonly cell?: (row: T) => ReactNode;
  readonly align?: 'right';
  readonly mono?: true;
  /**
   * True if the filter offers the column with the values of the rows; an array adds values that the loaded
   * rows do not have.
   */
  readonly facet?: true | readonly string[];
  readonly hidden?: true;
}

export function getColumnText<T>(column: GridColumn<T>, row: T): string {
  if (column.text) return column.text(row);
  const value = column.value(row);
  return value === undefined ? '' : String(value);
}

/** Style of a whole row: `unread` is bold, `removed` is struck through, `offline` is muted. */
export type RowMark = 'unread' | 'removed' | 'offline';
