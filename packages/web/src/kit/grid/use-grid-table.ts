import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  functionalUpdate,
  rowSelectionFeature,
  rowSortingFeature,
  type RowSelectionState,
  type SortingState,
  type Updater,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { useUrlState } from '../url-state.ts';
import type { GridColumn } from './types.ts';
import { type ColumnPrefs, completeOrder } from './use-column-prefs.ts';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSelectionFeature,
});

const MIN_WIDTH = 48;
const MAX_WIDTH = 640;
const NO_SELECTION: RowSelectionState = {};
const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

export interface GridTableOptions<T> {
  readonly rows: readonly T[];
  readonly columns: readonly GridColumn<T>[];
  readonly rowId: (row: T) => string;
  readonly prefs: ColumnPrefs;
  readonly setPrefs: (next: ColumnPrefs) => void;
  readonly defaultSort: string | undefined;
}

export function parseSort(sort: string | undefined): SortingState {
  if (!sort) return [];
  return sort.startsWith('-') ? [{ id: sort.slice(1), desc: true }] : [{ id: sort, desc: false }];
}

/** TanStack's table with its sort in the address, and its columns in the account's preferences. */
export function useGridTable<T>({ rows, columns, rowId, prefs, setPrefs, defaultSort }: GridTableOptions<T>) {
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
          sortUndefined: 'last',
          sortFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id)),
        }),
      ),
    );
  }, [columns]);
  const sorting = useMemo(() => parseSort(search.sort ?? defaultSort), [search.sort, defaultSort]);
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
    data: rows as readonly (T & object)[],
    columns: definitions,
    getRowId: rowId,
    enableSortingRemoval: false,
    enableMultiSort: false,
    columnResizeMode: 'onChange',
    state: {
      sorting,
      columnVisibility,
      columnOrder,
      rowSelection,
      columnSizing: prefs.widths,
    },
    onSortingChange: (updater: Updater<SortingState>) => {
      const [first] = functionalUpdate(updater, sorting);
      set({ sort: first && `${first.desc ? '-' : ''}${first.id}` });
    },
    onRowSelectionChange: setRowSelection,
    onColumnSizingChange: (updater: Updater<Record<string, number>>) =>
      setPrefs({ ...prefs, widths: functionalUpdate(updater, prefs.widths as Record<string, number>) }),
  });
  return { table, sorting, columnOrder, columnVisibility, rowSelection, setRowSelection };
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(asText(a), asText(b));
}

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
