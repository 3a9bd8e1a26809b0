import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import type { SortingState } from '@tanstack/react-table';
import cards from './card.module.css';

/** Column that a list can be sorted by. */
export interface SortColumn {
  readonly id: string;
  readonly header: string;
}

interface SortSelectProps {
  readonly columns: readonly SortColumn[];
  readonly sorting: SortingState;
  /** Changes the order: a column id, with `-` in front for descending. */
  readonly onSort: (order: string) => void;
}

/** Selects the order of a list of cards. The list of the system fits a phone and needs no code. */
export function SortSelect({ columns, onSort, sorting: [sort] }: SortSelectProps) {
  return (
    <select
      className={`wide field ink ${cards['sort']}`}
      aria-label="Sort by"
      value={sort ? `${sort.desc ? '-' : ''}${sort.id}` : ''}
      onChange={({ currentTarget }) => onSort(currentTarget.value)}
    >
      {!sort && <option value="">Sort by</option>}
      {columns.flatMap(({ header, id }) => [
        <option key={id} value={id}>{`${header}, ascending`}</option>,
        <option key={`-${id}`} value={`-${id}`}>{`${header}, descending`}</option>,
      ])}
    </select>
  );
}

/** The same as a button in the toolbar, for a list of cards without a head. */
export const SortTool = (props: SortSelectProps) => (
  <span className={`centre fixed field relative ${cards['sortTool']}`}>
    <IconArrowsSort size={16} aria-hidden />
    <SortSelect {...props} />
  </span>
);
