import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { type ApiError, createQueryClient } from '../kit/api/index.ts';
import { cspNonce } from '../kit/csp-nonce.ts';
import { createAppRouter } from '../routes.tsx';
import { theme } from '../ui/theme.ts';
import { LoadingOverlay } from './LoadingOverlay.tsx';
import { forgetSession, leaveForSignIn, noteEnd } from './session.ts';
import { useToastsWanted } from './toast-store.ts';

const Toasts = lazy(async () => ({ default: (await import('./Toasts.tsx')).Toasts }));

const queryClient = createQueryClient({ onSignedOut: signedOut });
const router = createAppRouter(queryClient);

/** The server says that the session is gone: sign in again, and come back here. */
function signedOut(error: ApiError): void {
  noteEnd(error.code);
  forgetSession(queryClient);
  void leaveForSignIn(router.state.location.href);
}

export function App() {
  return (
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => cspNonce}>
        <QueryClientProvider client={queryClient}>
          <ToastPlace />
          <RouterProvider router={router} />
          <LoadingOverlay router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}

function ToastPlace() {
  const wanted = useToastsWanted();
  return <Suspense>{wanted && <Toasts />}</Suspense>;
}
