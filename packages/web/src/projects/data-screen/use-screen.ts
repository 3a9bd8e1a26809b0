import type { DataScreen } from '@northlight/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ApiError, call, createQuery } from '../../kit/api/index.ts';

const REFRESH_MS = 5_000;
/** Interval in which a refused display tries again (ms). */
const REFUSED_MS = 60_000;

const isRefusal = (error: Error | null): boolean => error instanceof ApiError && error.status === 401;

const REFETCH = {
  staleTime: 0,
  refetchIntervalInBackground: false,
  refetchInterval: ({ state }: { readonly state: { readonly error: Error | null } }) =>
    isRefusal(state.error) ? REFUSED_MS : REFRESH_MS,
} as const;

/** Returns the data screen of the signed-in account. */
export const useOwnScreen = (): UseQueryResult<DataScreen> =>
  useQuery({ ...createQuery('dataScreen', {}), ...REFETCH });

/** Returns the data screen of a display. Signs in again automatically while the page has the token. */
export const useDisplayScreen = (token: string | undefined): UseQueryResult<DataScreen> =>
  useQuery({
    queryKey: ['displayScreen', token],
    queryFn: async ({ signal }) => {
      try {
        return await call('displayScreen', {}, { signal });
      } catch (error) {
        if (token === undefined || !(error instanceof ApiError) || error.status !== 401) throw error;
        await call('displayOpen', { body: { token } }, { signal });
        return call('displayScreen', {}, { signal });
      }
    },
    ...REFETCH,
  });
