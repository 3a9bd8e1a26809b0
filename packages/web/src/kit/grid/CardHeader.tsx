import type { SortingState } from '@tanstack/react-table';
import cards from './card.module.css';
import classes from './grid.module.css';
import { HeaderCheck, type HeaderCheckbox } from './HeaderCheck.tsx';
import { type SortColumn, SortSelect } from './SortSelect.tsx';

interface CardHeaderProps {
  /** Columns that the list can be sorted by. */
  readonly columns: readonly SortColumn[];
  readonly sorting: SortingState;
  /** Changes the order: a column id, with `-` in front for descending. Absent if the server sorts the list. */
  readonly onSort: ((order: string) => void) | undefined;
  readonly checkbox: HeaderCheckbox;
}

/** Head of a list of cards that can be selected: the selection of all rows and the order. */
export function CardHeader({ checkbox, columns, onSort, sorting }: CardHeaderProps) {
  return (
    <div role="rowgroup" className={`sticky ${classes['head']}`}>
      <div role="row" aria-rowindex={1} className={`row inset ${cards['head']}`}>
        <div role="columnheader" className={`centre ${classes['check']}`} aria-label="Selection" data-check>
          <HeaderCheck {...checkbox} />
        </div>
        {onSort ? (
          <div role="columnheader" className="grow" aria-label="Order">
            <SortSelect columns={columns} sorting={sorting} onSort={onSort} />
          </div>
        ) : (
          <strong aria-hidden>Select all</strong>
        )}
      </div>
    </div>
  );
}
