export { DataGrid } from './DataGrid.tsx';
export type { GridColumn } from './types.ts';
