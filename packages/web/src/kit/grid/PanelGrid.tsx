import { type ReactNode, useCallback } from 'react';
import { SplitPanel } from '../page/index.ts';
import { useUrlState } from '../url-state.ts';
import { DataGrid, type DataGridProps } from './DataGrid.tsx';

export interface PanelGridProps<T> extends Omit<DataGridProps<T>, 'openId' | 'onOpen'> {
  /** Name of the panel for screen readers: `Device`. */
  readonly panelLabel: string;
  readonly renderTitle: (row: T) => ReactNode;
  readonly renderPanel: (row: T, close: () => void) => ReactNode;
  /** Further rows that the panel can show although the list does not contain them. */
  readonly openable?: readonly T[] | undefined;
}

/** A list whose rows open in a panel beside it. The URL contains the id of the open row. */
export function PanelGrid<T>({ panelLabel, renderTitle, renderPanel, openable, ...grid }: PanelGridProps<T>) {
  const { rowId } = grid;
  const { search, set } = useUrlState();
  const open = (openable ?? grid.rows)?.find((row) => rowId(row) === search.open);
  const close = useCallback(() => set({ open: undefined }), [set]);
  const openRow = useCallback((row: T) => set({ open: rowId(row) }), [set, rowId]);
  return (
    <SplitPanel
      label={panelLabel}
      onClose={close}
      title={open && renderTitle(open)}
      panel={open && renderPanel(open, close)}
    >
      <DataGrid {...grid} openId={open && rowId(open)} onOpen={openRow} />
    </SplitPanel>
  );
}
