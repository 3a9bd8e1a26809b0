import { type ListColumns, type ListId, listColumns } from '@northlight/contract';
import { type ListViewPart, useListView } from '../use-list-view.ts';

export const DEFAULT_PREFS: ListColumns = { visibility: {}, order: [], widths: {}, density: 'compact' };
export const ROW_HEIGHTS: Readonly<Record<ListColumns['density'], number>> = { compact: 30, comfortable: 38 };

const COLUMNS: ListViewPart<'columns'> = {
  fallback: DEFAULT_PREFS,
  accept: (value): value is ListColumns => listColumns.safeParse(value).success,
};

/** Returns the columns of a list as the account arranged them, and the function that changes them. */
export const useColumnPrefs = (list: ListId) => useListView(list, 'columns', COLUMNS);

/** Moves a column by one position. `order` must contain every column. */
export function moveColumn(order: readonly string[], id: string, by: -1 | 1): string[] {
  const from = order.indexOf(id);
  const to = from + by;
  const next = [...order];
  if (from < 0 || to < 0 || to >= next.length) return next;
  next.splice(from, 1);
  next.splice(to, 0, id);
  return next;
}

/** Returns the stored order without unknown columns, followed by the columns that it does not contain. */
export function completeOrder(order: readonly string[], ids: readonly string[]): string[] {
  const known = order.filter((id) => ids.includes(id));
  return [...known, ...ids.filter((id) => !known.includes(id))];
}
