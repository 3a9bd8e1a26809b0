import { NativeSelect } from '@mantine/core';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import type { SortingState } from '@tanstack/react-table';
import cards from './card.module.css';
import type { GridColumn } from './types.ts';

interface SortSelectProps<T> {
  /** Columns that the list can be sorted by. */
  readonly columns: readonly GridColumn<T>[];
  readonly sorting: SortingState;
  /** Changes the order: a column id, with `-` in front for descending. */
  readonly onSort: (order: string) => void;
}

/** Selects the order of a list of cards. */
export function SortSelect<T>(props: SortSelectProps<T>) {
  return (
    <NativeSelect
      size="xs"
      aria-label="Sort by"
      value={getOrder(props.sorting)}
      onChange={({ currentTarget }) => props.onSort(currentTarget.value)}
      data={listOrders(props)}
    />
  );
}

/** Selects the order with a button in the toolbar, for a list of cards without a head. */
export function SortTool<T>(props: SortSelectProps<T>) {
  return (
    <span className={cards['sortTool']}>
      <IconArrowsSort size={16} aria-hidden />
      <select
        aria-label="Sort by"
        value={getOrder(props.sorting)}
        onChange={({ currentTarget }) => props.onSort(currentTarget.value)}
      >
        {listOrders(props).map(({ label, value }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}

const getOrder = ([sort]: SortingState): string => (sort ? `${sort.desc ? '-' : ''}${sort.id}` : '');

const listOrders = <T,>({ columns, sorting }: SortSelectProps<T>): { value: string; label: string }[] => [
  ...(sorting[0] ? [] : [{ value: '', label: 'Sort by' }]),
  ...columns.flatMap(({ header, id }) => [
    { value: id, label: `${header}, ascending` },
    { value: `-${id}`, label: `${header}, descending` },
  ]),
];
