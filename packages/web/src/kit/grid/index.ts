export { DataGrid } from './DataGrid.tsx';
export { PanelGrid } from './PanelGrid.tsx';
export type { GridColumn } from './types.ts';
export type { FilterToken } from './filter.ts';
export { onlyValue, useFilterTokens } from './use-filter-tokens.ts';
