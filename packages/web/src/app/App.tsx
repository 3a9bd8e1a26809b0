import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '../kit/api/index.ts';
import { cspNonce } from '../kit/csp-nonce.ts';
import { createAppRouter } from '../routes.tsx';
import { theme } from '../ui/theme.ts';
import { LoadingOverlay } from './LoadingOverlay.tsx';
import { forgetSession } from './session.ts';

const TOAST_MS = 5_000;

const queryClient = createQueryClient({ onSignedOut: signedOut });
const router = createAppRouter(queryClient);

/** The server says that the session is gone: sign in again, and come back here. */
function signedOut(): void {
  const { pathname, href } = router.state.location;
  if (pathname === '/login' || pathname.startsWith('/static/')) return;
  forgetSession(queryClient);
  void router.navigate({ to: '/login', search: { return: href }, replace: true });
}

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => cspNonce}>
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" autoClose={TOAST_MS} limit={4} />
        <RouterProvider router={router} />
        <LoadingOverlay />
      </QueryClientProvider>
    </MantineProvider>
  );
}
