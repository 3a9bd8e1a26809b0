import type { ApiKey, SeriesAnswer } from '@northlight/contract';
import { type QueryFunction, useQuery } from '@tanstack/react-query';
import type { RangeState } from './use-range.ts';

/** Charts ask again once a minute: reports come twice in one. */
const EVERY_MS = 60_000;

interface SeriesOptions {
  readonly queryKey: readonly [ApiKey, { readonly query?: object }];
  readonly queryFn?: unknown;
}

export interface SeriesState {
  readonly answer: SeriesAnswer | undefined;
  readonly error: Error | null;
  /** What is shown is of the stretch before, until the next one has come. */
  readonly isOld: boolean;
  readonly retry: () => void;
}

/** Everything of a question but the time that it is about. */
const subjectOf = ([key, input]: readonly [ApiKey, { readonly query?: object }]): string =>
  JSON.stringify([
    key,
    { ...input, query: { ...input.query, range: undefined, from: undefined, to: undefined } },
  ]);

/**
 * Series that stay fresh while the page is looked at. A hidden tab asks for nothing; the old picture stays while the next
 * one is on its way, as long as it is of the same devices and metrics.
 */
export function useSeries(options: SeriesOptions, { zoom }: RangeState, enabled = true): SeriesState {
  const subject = subjectOf(options.queryKey);
  const result = useQuery<SeriesAnswer>({
    queryKey: options.queryKey,
    queryFn: options.queryFn as QueryFunction<SeriesAnswer>,
    enabled,
    staleTime: EVERY_MS,
    refetchInterval: zoom ? false : EVERY_MS,
    placeholderData: (before, query) =>
      query && subjectOf(query.queryKey as SeriesOptions['queryKey']) === subject ? before : undefined,
  });
  return {
    answer: result.data,
    error: result.error,
    isOld: result.isPlaceholderData,
    retry: () => void result.refetch(),
  };
}
