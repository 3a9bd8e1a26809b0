import type { ApiKey, SeriesAnswer } from '@northlight/contract';
import { type QueryFunction, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { cropToData } from './crop-to-data.ts';
import type { RangeState } from './use-range.ts';

/** Refresh interval of charts; devices report once a minute. */
const REFRESH_MS = 60_000;

interface SeriesOptions {
  readonly queryKey: readonly [ApiKey, { readonly query?: object }];
  readonly queryFn?: unknown;
}

export interface SeriesState {
  readonly answer: SeriesAnswer | undefined;
  readonly error: Error | null;
  /** True while the new window loads and the answer belongs to the previous one. */
  readonly isStale: boolean;
  readonly retry: () => void;
}

/** Returns a key that identifies a query without its time range. */
const toSubjectKey = ([key, input]: readonly [ApiKey, { readonly query?: object }]): string =>
  JSON.stringify([
    key,
    { ...input, query: { ...input.query, range: undefined, from: undefined, to: undefined } },
  ]);

/**
 * Returns the series, refreshed while the page is visible. While a new window loads, returns the previous
 * answer if it has the same devices and metrics.
 */
export function useSeries(options: SeriesOptions, range: RangeState, enabled = true): SeriesState {
  const { isAuto, noteStart, zoom } = range;
  const subject = toSubjectKey(options.queryKey);
  const result = useQuery<SeriesAnswer>({
    queryKey: options.queryKey,
    queryFn: options.queryFn as QueryFunction<SeriesAnswer>,
    enabled,
    staleTime: REFRESH_MS,
    refetchInterval: zoom ? false : REFRESH_MS,
    placeholderData: (before, query) =>
      query && toSubjectKey(query.queryKey as SeriesOptions['queryKey']) === subject ? before : undefined,
  });
  const { data } = result;
  const answer = useMemo(() => (data && isAuto && !zoom ? cropToData(data) : data), [data, isAuto, zoom]);
  useEffect(() => noteStart(answer && Date.parse(answer.from) / 1000), [answer, noteStart]);
  return {
    answer,
    error: result.error,
    isStale: result.isPlaceholderData,
    retry: () => void result.refetch(),
  };
}
