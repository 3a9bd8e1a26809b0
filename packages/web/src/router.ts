import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ErrorPage } from './app/ErrorPage.tsx';
import { PageLoading } from './app/PageLoading.tsx';
import { loadShell, routeTree } from './routes.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  // Loads the shell in parallel with the session, because every page needs it.
  void loadShell();
  return createRouter({
    routeTree,
    context: { queryClient },
    ...(history && { history }),
    defaultPendingComponent: PageLoading,
    defaultPendingMs: 300,
    defaultErrorComponent: ErrorPage,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: false,
  });
}
