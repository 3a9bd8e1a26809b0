import '../kit/zod-setup.ts';
import '../styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { createQueryClient } from '../kit/api/index.ts';
import { parseAppSearch } from '../kit/url-state.ts';
import { theme } from '../ui/theme.ts';

/**
 * Renders a component inside the providers of the console. The component is removed when the test finishes.
 */
export async function render(children: ReactNode): Promise<void> {
  const router = createRouter({
    routeTree: createRootRoute({ validateSearch: parseAppSearch }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  const queryClient = createQueryClient({ onSignedOut: () => undefined });
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
    queryClient.clear();
    localStorage.clear();
    sessionStorage.clear();
  });
  flushSync(() =>
    root.render(
      <MantineProvider theme={theme} defaultColorScheme="light" env="test">
        <QueryClientProvider client={queryClient}>
          <RouterContextProvider router={router}>{children}</RouterContextProvider>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}
