import type { ApiKey, SeriesAnswer } from '@northlight/contract';
import { type QueryFunction, useQuery } from '@tanstack/react-query';
import type { RangeState } from './use-range.ts';

/** Charts refresh once a minute, as often as devices report. */
const REFRESH_MS = 60_000;

interface SeriesOptions {
  readonly queryKey: readonly [ApiKey, { readonly query?: object }];
  readonly queryFn?: unknown;
}

export interface SeriesState {
  readonly answer: SeriesAnswer | undefined;
  readonly error: Error | null;
  /** The answer is of the previous window while the new one loads. */
  readonly isStale: boolean;
  readonly retry: () => void;
}

/** Identifies a query without its time range. */
const toSubjectKey = ([key, input]: readonly [ApiKey, { readonly query?: object }]): string =>
  JSON.stringify([
    key,
    { ...input, query: { ...input.query, range: undefined, from: undefined, to: undefined } },
  ]);

/**
 * Returns the series that refresh while the page is visible. The previous answer stays while a new window loads, if it is of the
 * same devices and metrics.
 */
export function useSeries(options: SeriesOptions, { zoom }: RangeState, enabled = true): SeriesState {
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
  return {
    answer: result.data,
    error: result.error,
    isStale: result.isPlaceholderData,
    retry: () => void result.refetch(),
  };
}
