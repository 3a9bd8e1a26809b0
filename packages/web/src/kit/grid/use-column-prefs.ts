import { localState } from '../local-state/index.ts';
import { useStoredValue } from '../stored.ts';

/** Column preferences of one table, which this browser stores per account. */
export interface ColumnPrefs {
  readonly visibility: Readonly<Record<string, boolean>>;
  readonly order: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly density: 'compact' | 'comfortable';
}

export const DEFAULT_PREFS: ColumnPrefs = { visibility: {}, order: [], widths: {}, density: 'compact' };
export const ROW_HEIGHTS: Readonly<Record<ColumnPrefs['density'], number>> = { compact: 30, comfortable: 38 };

function isPrefs(value: unknown): value is ColumnPrefs {
  return (
    typeof value === 'object' &&
    value !== null &&
    'visibility' in value &&
    'order' in value &&
    Array.isArray(value.order) &&
    'widths' in value &&
    'density' in value
  );
}

export function useColumnPrefs(tableId: string, account: string): [ColumnPrefs, (next: ColumnPrefs) => void] {
  return useStoredValue(localState.tableKey(tableId, account), DEFAULT_PREFS, isPrefs);
}

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
