import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { refetchChanged } from './affected.ts';
import { ApiError } from './api-error.ts';
import { setRefetch } from './call.ts';

const RETRIES = 2;

/** Hook that is called when the server answers that the session has ended. */
export interface QueryClientHooks {
  readonly onSignedOut: (error: ApiError) => void;
}

/**
 * Returns the query client of the page. It retries reads only while the server is unreachable or unavailable
 * (503), and refetches what calls change.
 */
export function createQueryClient(hooks: QueryClientHooks): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401 && error.code !== 4) hooks.onSignedOut(error);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A refetch on focus is not needed: the live stream pauses with the page and invalidates all data
        // when it resumes.
        refetchOnWindowFocus: false,
        retry: (count, error) =>
          count < RETRIES && error instanceof ApiError && (error.status === 0 || error.status === 503),
      },
      mutations: { retry: false },
    },
  });
  setRefetch((key, input) => refetchChanged(client, key, input));
  return client;
}
