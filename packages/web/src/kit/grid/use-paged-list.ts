import {
  type Api,
  type CallInput,
  type CallResult,
  DEFAULT_PAGE_SIZE,
  type ListId,
  PAGE_SIZES,
} from '@northlight/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useContext, useMemo, useState } from 'react';
import { call } from '../api/index.ts';
import { localState } from '../local-state/index.ts';
import { isNumber, useStoredValue } from '../stored.ts';
import { ListAccount } from './use-list-view.ts';
import { useUrlState } from '../url-state.ts';
import { type FilterToken, readFilter, toTypedToken } from './filters/filter.ts';
import {
  type ListQuery,
  keepOnePerColumn,
  type ServerFilters,
  buildServerQuery,
} from './filters/server-filters.ts';
import type { GridColumn } from './types.ts';

/** Operations that return one page per request: `cursor` and `limit` in, `nextCursor` out. */
export type PagedKey =
  | 'accountList'
  | 'alarmDeliveryList'
  | 'alarmList'
  | 'auditList'
  | 'auditListAll'
  | 'auditListOwn'
  | 'backupList'
  | 'logList'
  | 'networkHistoryList';

export type PagedRow<K extends PagedKey> = CallResult<Api[K]>['items'][number];

/** Answer of every paged operation. */
interface Page<K extends PagedKey> {
  readonly items: readonly PagedRow<K>[];
  readonly nextCursor?: string | undefined;
}

export interface PagedListOptions<T> {
  /** Name under which the account keeps columns and filters. */
  readonly id: ListId;
  readonly columns: readonly GridColumn<T>[];
  /** Columns that the server can filter; free text can always be searched. */
  readonly serverFilters: ServerFilters;
  /** True if live changes must not update the list. */
  readonly frozen?: boolean;
}

/** Loaded rows of a paged list, and functions to load more. */
export interface PagedList<T> {
  readonly id: ListId;
  /** Loaded rows; undefined during the first load. */
  readonly rows: readonly T[] | undefined;
  readonly columns: readonly GridColumn<T>[];
  readonly filterColumns: readonly GridColumn<T>[];
  readonly tokens: readonly FilterToken[];
  /** Text in the filter field by which the rows are searched while it is not yet a token. */
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** Query parameters of the filter, for an export of the same rows. */
  readonly query: ListQuery;
  /** True while the new rows load and the rows belong to an earlier filter. */
  readonly stale: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** True if the server has more rows. */
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  readonly pageSize: number;
  readonly setPageSize: (rows: number) => void;
}

const isPageSize = (value: unknown): value is number =>
  isNumber(value) && PAGE_SIZES.some((size) => size === value);
const NONE: readonly never[] = [];
/** Pause in typing after which the server searches (ms). */
const SEARCH_DELAY_MS = 250;

/**
 * Returns a paged list for {@link PagedGrid}. The server receives the filter in the URL, and the text that is
 * being typed.
 */
export function usePagedList<K extends PagedKey>(
  key: K,
  input: CallInput<Api[K]>,
  { columns, frozen = false, id, serverFilters }: PagedListOptions<PagedRow<K>>,
): PagedList<PagedRow<K>> {
  const account = useContext(ListAccount);
  const [pageSize, setPageSize] = useStoredValue(
    localState.tableKey(`${id}.page`, account),
    DEFAULT_PAGE_SIZE,
    isPageSize,
  );
  const { search } = useUrlState();
  const filterColumns = useMemo(
    () => columns.filter((column) => serverFilters[column.id] !== undefined),
    [columns, serverFilters],
  );
  const tokens = useMemo(
    () => keepOnePerColumn(readFilter(search.filter, filterColumns, { exclusion: false })),
    [search.filter, filterColumns],
  );
  const [typing, onType] = useState('');
  const [debounced] = useDebouncedValue(typing, SEARCH_DELAY_MS);
  // A cleared field has an effect at once.
  const typed = typing === '' ? '' : debounced;
  const serverParameters = useMemo(() => {
    const last = toTypedToken(typed, filterColumns);
    // The value of a column is complete only as a token.
    const all = last?.kind === 'text' ? keepOnePerColumn([...tokens, last]) : tokens;
    return buildServerQuery(all, serverFilters);
  }, [tokens, typed, filterColumns, serverFilters]);
  const { params, query } = input as { readonly params?: object; readonly query?: object };
  const fetchPage = (cursor: string | undefined, signal: AbortSignal): Promise<Page<K>> => {
    const full = { params, query: { ...query, ...serverParameters, limit: pageSize, cursor } };
    return call(key, full as unknown as CallInput<Api[K]>, { signal });
  };
  // Identifies project and kind of the rows, so that rows of another project or kind are not shown while new
  // rows load.
  const scope = JSON.stringify([key, params, query]);
  const list = useInfiniteQuery({
    // Uses another key for a frozen list, because live changes invalidate queries by key.
    queryKey: [
      frozen ? `${key}/held` : key,
      { params, query: { ...query, ...serverParameters, limit: pageSize } },
      scope,
    ],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    enabled: serverParameters !== undefined,
    placeholderData: (previous, { queryKey } = { queryKey: [] } as never) =>
      queryKey[2] === scope ? previous : undefined,
  });
  const loaded = useMemo(() => list.data?.pages.flatMap(({ items }) => [...items]), [list.data]);
  return {
    id,
    rows: serverParameters ? loaded : NONE,
    columns,
    filterColumns,
    tokens,
    typed,
    onType,
    query: serverParameters ?? {},
    stale: list.isPlaceholderData,
    error: list.error,
    retry: () => void list.refetch(),
    more: serverParameters !== undefined && list.hasNextPage,
    loadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
    pageSize,
    setPageSize,
  };
}
