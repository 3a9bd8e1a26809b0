import type { DataScreen } from '@northlight/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ApiError, call, q } from '../../kit/api/index.ts';

const EVERY_MS = 5_000;
/** A display that was refused asks again: its link may have been made anew meanwhile. */
const REFUSED_MS = 60_000;

const isRefusal = (error: Error | null): boolean => error instanceof ApiError && error.status === 401;

const again = {
  staleTime: 0,
  // Nobody looks at a tab in the background, and a wall has none.
  refetchIntervalInBackground: false,
  refetchInterval: ({ state }: { readonly state: { readonly error: Error | null } }) =>
    isRefusal(state.error) ? REFUSED_MS : EVERY_MS,
} as const;

/** The screen of whoever is signed in. */
export const useOwnScreen = (): UseQueryResult<DataScreen> => useQuery({ ...q('dataScreen', {}), ...again });

/** The screen of a display, which signs in again by itself as long as the page knows its token. */
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
    ...again,
  });
