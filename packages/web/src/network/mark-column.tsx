import type { GridColumn } from '../kit/grid/index.ts';
import { type Mark, getMark } from './draft.ts';
import classes from './network.module.css';

function markLabel(mark: Mark): string {
  return mark === 'new' ? 'New' : mark === 'changed' ? 'Changed' : 'Applied';
}

/** Returns the grid column with the state of each item: new, changed or applied. */
export function markColumn<T>(base: readonly T[], keyOf: (item: T) => string): GridColumn<T> {
  const mark = (item: T): Mark => getMark(item, base, keyOf);
  return {
    id: 'mark',
    header: 'State',
    width: 96,
    facet: true,
    value: (item) => markLabel(mark(item)),
    cell: (item) => (
      <span className={mark(item) === undefined ? 'mut' : classes['mark']}>{markLabel(mark(item))}</span>
    ),
  };
}
