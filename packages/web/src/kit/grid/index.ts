export { DataGrid } from './DataGrid.tsx';
export { PanelGrid } from './PanelGrid.tsx';
export type { GridColumn } from './types.ts';
