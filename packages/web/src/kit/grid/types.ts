import type { ReactNode } from 'react';

/** One column of a grid: its sort value, search text and cell. */
export interface GridColumn<T> {
  readonly id: string;
  /** Includes the unit: `CPU (%)`. */
  readonly header: string;
  readonly width: number;
  /** Sort value; rows with undefined are last. */
  readonly value: (row: T) => string | number | undefined;
  /** Search text; the value by default. */
  readonly text?: (row: T) => string;
  /** Text, or one element that truncates its content in a narrow column. */
  readonly cell?: (row: T) => ReactNode;
  readonly align?: 'right';
  readonly mono?: true;
  /** Offered in the filter with the values of the rows; an array adds values that the loaded rows do not have. */
  readonly facet?: true | readonly string[];
  readonly hidden?: true;
}

export function getColumnText<T>(column: GridColumn<T>, row: T): string {
  if (column.text) return column.text(row);
  const value = column.value(row);
  return value === undefined ? '' : String(value);
}

/** Emphasis of a whole row: `unread` is bold, `removed` is struck through. */
export type RowMark = 'unread' | 'removed';
