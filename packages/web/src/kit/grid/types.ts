import type { ReactNode } from 'react';

/** One column of a grid: how a row is sorted, searched and shown. */
export interface GridColumn<T> {
  readonly id: string;
  /** With its unit: `CPU (%)`. */
  readonly header: string;
  readonly width: number;
  /** Sorted by this; undefined goes last. */
  readonly value: (row: T) => string | number | undefined;
  /** Found by this; the value as text unless given. */
  readonly text?: (row: T) => string;
  /** Text, or one element that shortens itself where the column is narrow. */
  readonly cell?: (row: T) => ReactNode;
  readonly align?: 'right';
  readonly mono?: true;
  /** Offered in the filter with the values that the rows have, and with these: rows that the server left out have others. */
  readonly facet?: true | readonly string[];
  readonly hidden?: true;
}

export function columnText<T>(column: GridColumn<T>, row: T): string {
  if (column.text) return column.text(row);
  const value = column.value(row);
  return value === undefined ? '' : String(value);
}
