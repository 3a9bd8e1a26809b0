import { NativeSelect } from '@mantine/core';
import type { SortingState } from '@tanstack/react-table';
import cards from './card.module.css';
import classes from './grid.module.css';
import { HeaderCheck, type HeaderCheckbox } from './HeaderCheck.tsx';
import type { GridColumn } from './types.ts';

interface CardHeaderProps<T> {
  /** Columns that the list can be sorted by. */
  readonly columns: readonly GridColumn<T>[];
  readonly sorting: SortingState;
  /** Changes the order: a column id, with `-` in front for descending. Absent if the server sorts the list. */
  readonly onSort: ((order: string) => void) | undefined;
  readonly checkbox: HeaderCheckbox | undefined;
}

/** Head of a list of cards: the selection of all rows and the order. */
export function CardHeader<T>({ checkbox, columns, onSort, sorting }: CardHeaderProps<T>) {
  const [sort] = sorting;
  if (!checkbox && !onSort) return null;
  return (
    <div role="rowgroup" className={classes['head']}>
      <div role="row" aria-rowindex={1} className={cards['head']}>
        {checkbox && (
          <div role="columnheader" className={classes['check']} aria-label="Selection" data-check>
            <HeaderCheck {...checkbox} />
          </div>
        )}
        {!onSort && <strong aria-hidden>Select all</strong>}
        {onSort && (
          <div role="columnheader" className={cards['order']} aria-label="Order">
            <NativeSelect
              size="xs"
              aria-label="Sort by"
              value={sort ? `${sort.desc ? '-' : ''}${sort.id}` : ''}
              onChange={({ currentTarget }) => onSort(currentTarget.value)}
              data={[
                ...(sort ? [] : [{ value: '', label: 'Sort by' }]),
                ...columns.flatMap(({ header, id }) => [
                  { value: id, label: `${header}, ascending` },
                  { value: `-${id}`, label: `${header}, descending` },
                ]),
              ]}
            />
          </div>
        )}
      </div>
    </div>
  );
}
