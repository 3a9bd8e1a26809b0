import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { type ApiError, createQueryClient, setIdentityRequest } from '../kit/api/index.ts';
import { cspNonce } from '../kit/csp-nonce.ts';
import { createAppRouter } from '../router.ts';
import { theme } from '../ui/theme.ts';
import { requestIdentity } from './session/identity-store.ts';
import { LoadingOverlay } from './feedback/LoadingOverlay.tsx';
import { forgetSession, redirectToSignIn, setSignOutReason } from './session/session.ts';
import { useToastsMounted } from './feedback/toast-store.ts';

const Toasts = lazy(async () => ({ default: (await import('./feedback/Toasts.tsx')).Toasts }));

/** Router and cache of one console. */
export interface ConsoleParts {
  readonly router: ReturnType<typeof createAppRouter>;
  readonly queryClient: QueryClient;
}

/** Creates a console without rendering it. Addresses are those of the browser unless a history is given. */
export function createConsole(history?: RouterHistory): ConsoleParts {
  const queryClient = createQueryClient({ onSignedOut: signedOut });
  const router = createAppRouter(queryClient, history);
  setIdentityRequest(requestIdentity);
  return { router, queryClient };

  /**
   * Redirects to the sign-in page, which returns to the current address; called when the server reports that
   * the session ended.
   */
  function signedOut(error: ApiError): void {
    setSignOutReason(error.code);
    forgetSession(queryClient);
    void redirectToSignIn(router.state.location.href);
  }
}

interface AppProps {
  readonly parts: ConsoleParts;
  /** `test` disables the transitions of the component library. */
  readonly env?: 'test';
}

export function App({ parts: { queryClient, router }, env }: AppProps) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        getStyleNonce={() => cspNonce}
        {...(env && { env })}
      >
        <QueryClientProvider client={queryClient}>
          <ToastRegion />
          <RouterProvider router={router} />
          <LoadingOverlay router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}

function ToastRegion() {
  const wanted = useToastsMounted();
  return <Suspense>{wanted && <Toasts />}</Suspense>;
}
