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
  /** Part of a row on a phone, where a row is a card of two lines, or three for an event or further details. A list without a title keeps its columns. */
  readonly card?: CardPart;
  /** Returns false for a row whose card leaves out this detail; absent: the card shows every value. */
  readonly isInCard?: (row: T) => boolean;
  /** Content in a card, where no header shows unit and meaning; absent: that of the cell. */
  readonly cardCell?: (row: T) => ReactNode;
}

/**
 * The title and the state are in the first line, details and figures in the second, further details with their headers
 * as names in the third. Figures have their header as name too. An event is a title that has the first line to itself,
 * because its text is long.
 */
export type CardPart = 'title' | 'event' | 'state' | 'detail' | 'figure' | 'more';

/** Returns the columns of a card in their order; undefined for a list that has no cards. */
export function listCardColumns<T>(columns: readonly GridColumn<T>[]): readonly GridColumn<T>[] | undefined {
  const part = (name: CardPart) => columns.filter(({ card }) => card === name);
  const [title] = [...part('title'), ...part('event')];
  const details = columns.filter(({ card }) => card === 'detail' || card === 'figure');
  return title && [title, ...part('state').slice(0, 1), ...details, ...part('more')];
}

const CARD_HEIGHT = 60;
const EVENT_CARD_HEIGHT = 66;
const LONG_CARD_HEIGHT = 78;

/** Returns the height of the cards of a list (px), which depends on the lines that a card can have. */
export function getCardHeight(columns: readonly { readonly card?: CardPart }[]): number {
  if (columns.some(({ card }) => card === 'more')) return LONG_CARD_HEIGHT;
  return columns[0]?.card === 'event' ? EVENT_CARD_HEIGHT : CARD_HEIGHT;
}

export function getColumnText<T>(column: GridColumn<T>, row: T): string {
  if (column.text) return column.text(row);
  const value = column.value(row);
  return value === undefined ? '' : String(value);
}

/** Style of a whole row: `unread` is bold, `removed` is struck through, `offline` is muted. */
export type RowMark = 'unread' | 'removed' | 'offline';
