import type { Api, ApiKey, CallInput, CallResult } from '@northlight/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/**
 * Returns the query options of one read. The key consists of the operation and its input, so that live events
 * can find the query.
 */
export function createQuery<K extends ApiKey>(key: K, input: CallInput<Api[K]>) {
  return queryOptions({
    queryKey: [key, input] as const,
    queryFn: ({ signal }): Promise<CallResult<Api[K]>> => call(key, input, { signal }),
  });
}

/** Returns the mutation options of one write. */
export function createMutation<K extends ApiKey>(key: K) {
  return {
    mutationKey: [key] as const,
    mutationFn: (input: CallInput<Api[K]>): Promise<CallResult<Api[K]>> => call(key, input),
  };
}
