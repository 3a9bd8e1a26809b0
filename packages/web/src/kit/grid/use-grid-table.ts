import type { ListColumns } from '@northlight/contract';
import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  functionalUpdate,
  rowSortingFeature,
  type SortingState,
  type Updater,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { useUrlState } from '../url-state.ts';
import { parseSort, sortRows } from './sort.ts';
import type { GridColumn } from './types.ts';
import { completeOrder } from './columns/use-column-prefs.ts';

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
});

const MIN_WIDTH = 48;
const MAX_WIDTH = 640;
export const NO_SELECTION: Readonly<Record<string, true>> = {};
/** Rows of the table instance, which manages only columns. */
const NO_ROWS: readonly never[] = [];

export interface GridTableOptions<T> {
  readonly rows: readonly T[];
  readonly columns: readonly GridColumn<T>[];
  readonly prefs: ListColumns;
  readonly setPrefs: (next: ListColumns) => void;
  readonly defaultSort: string | undefined;
  /** Order in which the server returns the rows; absent for a list that the user can sort. */
  readonly fixedOrder: string | undefined;
}

/**
 * Returns a TanStack table with its sort in the URL and its columns in the account's preferences. Rows are
 * sorted outside the table, because its row model is too slow for 10,000 rows.
 */
export function useGridTable<T>({
  rows,
  columns,
  prefs,
  setPrefs,
  defaultSort,
  fixedOrder,
}: GridTableOptions<T>) {
  const { search, set } = useUrlState();
  const [rowSelection, setRowSelection] = useState(NO_SELECTION);
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, T & object>();
    return helper.columns(
      columns.map((column) =>
        helper.accessor((row: T & object) => column.value(row), {
          id: column.id,
          size: column.width,
          minSize: MIN_WIDTH,
          maxSize: MAX_WIDTH,
        }),
      ),
    );
  }, [columns]);
  const sort = fixedOrder ?? search.sort ?? defaultSort;
  const sorting = useMemo<SortingState>(() => {
    const order = parseSort(sort);
    return order ? [order] : [];
  }, [sort]);
  const sorted = useMemo(() => {
    if (fixedOrder !== undefined) return rows;
    const [order] = sorting;
    const column = columns.find(({ id }) => id === order?.id);
    return sortRows(rows, column, order?.desc === true);
  }, [rows, columns, sorting, fixedOrder]);
  const columnVisibility = useMemo(
    () => ({ ...Object.fromEntries(columns.map(({ id, hidden }) => [id, !hidden])), ...prefs.visibility }),
    [columns, prefs.visibility],
  );
  const columnOrder = useMemo(
    () =>
      completeOrder(
        prefs.order,
        columns.map(({ id }) => id),
      ),
    [columns, prefs.order],
  );
  const table = useTable({
    features,
    data: NO_ROWS,
    columns: definitions,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    columnResizeMode: 'onChange',
    state: {
      sorting,
      columnVisibility,
      columnOrder,
      columnSizing: prefs.widths,
    },
    onSortingChange: (updater: Updater<SortingState>) => {
      const [first] = functionalUpdate(updater, sorting);
      set({ sort: first && `${first.desc ? '-' : ''}${first.id}` });
    },
    onColumnSizingChange: (updater: Updater<Record<string, number>>) =>
      setPrefs({ ...prefs, widths: functionalUpdate(updater, prefs.widths) }),
  });
  return { table, sorted, sorting, columnOrder, columnVisibility, rowSelection, setRowSelection };
}
