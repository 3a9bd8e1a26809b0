export { DataGrid } from './DataGrid.tsx';
export { PagedGrid } from './PagedGrid.tsx';
export { PanelGrid } from './PanelGrid.tsx';
export type { GridColumn } from './types.ts';
export { choiceFilter, type ServerFilters, textFilter } from './server-filters.ts';
export { usePagedList } from './use-paged-list.ts';
