export { DataGrid } from './DataGrid.tsx';
export { PagedGrid } from './PagedGrid.tsx';
export { PanelGrid } from './PanelGrid.tsx';
export { createAgeColumn, createRecordTimeColumn, createTimeColumn } from './columns/moment-columns.tsx';
export type { GridColumn } from './types.ts';
export { createChoiceFilter, type ServerFilters, createTextFilter } from './filters/server-filters.ts';
export { usePagedList } from './use-paged-list.ts';
