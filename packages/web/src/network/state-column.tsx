import { Tooltip } from '@mantine/core';
import type { GridColumn } from '../kit/grid/index.ts';
import type { ItemState } from './item-state.ts';

/**
 * Adds a column with the state of each row, after the column with its name. Where the list has a state of its own,
 * such as that of a link, a card shows the state of the configuration only while it is not applied.
 */
export function withStateColumn<T>(
  columns: readonly GridColumn<T>[],
  stateOf: (row: T) => ItemState,
): readonly GridColumn<T>[] {
  const name = columns.findIndex(({ id }) => id === 'name');
  const at = Math.max(name, 0) + 1;
  const hasOwnState = columns.some(({ card }) => card === 'state');
  const state: GridColumn<T> = {
    id: 'mark',
    header: 'State',
    card: hasOwnState ? 'detail' : 'state',
    ...(hasOwnState && { isInCard: (row) => stateOf(row).tone !== 'settled' }),
    width: 112,
    facet: true,
    value: (row) => stateOf(row).label,
    cell: (row) => <StateCell state={stateOf(row)} />,
  };
  return [...columns.slice(0, at), state, ...columns.slice(at)];
}

const TONE_CLASSES: Readonly<Record<ItemState['tone'], string>> = {
  draft: 'badge accent',
  waiting: 'warn strong',
  failed: 'err strong',
  settled: 'mut',
};

/** State of an item, with the devices on which it is based as a tooltip. */
export function StateCell({ state }: { readonly state: ItemState }) {
  const { detail, label, tone } = state;
  return (
    <Tooltip label={detail} disabled={detail === undefined}>
      <span className={TONE_CLASSES[tone]}>{label}</span>
    </Tooltip>
  );
}
