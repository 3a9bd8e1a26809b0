import type { GridColumn } from '../kit/grid/index.ts';
import { type Mark, markOf } from './draft.ts';
import classes from './network.module.css';

function markWord(mark: Mark): string {
  return mark === 'new' ? 'New' : mark === 'changed' ? 'Changed' : 'Applied';
}

/** How an item of the draft stands to what is applied. */
export function markColumn<T>(base: readonly T[], keyOf: (item: T) => string): GridColumn<T> {
  const mark = (item: T): Mark => markOf(item, base, keyOf);
  return {
    id: 'mark',
    header: 'Staged',
    width: 96,
    facet: true,
    value: (item) => markWord(mark(item)),
    cell: (item) => (
      <span className={mark(item) === undefined ? 'mut' : classes['mark']}>{markWord(mark(item))}</span>
    ),
  };
}
