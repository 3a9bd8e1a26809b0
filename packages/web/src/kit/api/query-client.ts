import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const RETRIES = 2;

/** Signed out by the server: the caller decides where to go. */
export interface QueryClientHooks {
  readonly onSignedOut: (error: ApiError) => void;
}

/** Refusals are answers and are not asked for again; a server that is away is. */
export function createQueryClient(hooks: QueryClientHooks): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401 && error.code !== 4) hooks.onSignedOut(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The live stream sleeps and wakes with the page, and has everything asked for once when it wakes.
        refetchOnWindowFocus: false,
        retry: (count, error) =>
          count < RETRIES && error instanceof ApiError && (error.status === 0 || error.status === 503),
      },
      mutations: { retry: false },
    },
  });
}
