import { useMemo } from 'react';
import { useUrlState } from '../url-state.ts';
import { type FilterToken, readFilter } from './filter.ts';
import type { GridColumn } from './types.ts';

/** The filter of the page's grid, for lists that the server filters too. */
export function useFilterTokens<T>(columns: readonly GridColumn<T>[]): readonly FilterToken[] {
  const { search } = useUrlState();
  return useMemo(() => readFilter(search.filter, columns), [search.filter, columns]);
}

/** The value that a column is asked for alone: with several, or with what is excluded, the server is asked for more. */
export function onlyValue(tokens: readonly FilterToken[], column: string): string | undefined {
  const of = tokens.filter((token) => token.kind === 'is' && token.column === column);
  return of.length === 1 ? of[0]?.value.toLowerCase() : undefined;
}
