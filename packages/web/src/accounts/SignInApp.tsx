import { MantineProvider } from '@mantine/core';
import { lazy, StrictMode, Suspense } from 'react';
import { BusyScreen } from '../app/feedback/BusyScreen.tsx';
import { cspNonce } from '../kit/csp-nonce.ts';
import { SIGN_IN_PATHS } from '../paths.ts';
import { theme } from '../ui/theme.ts';
import { useIsOpening } from './open-console.ts';
import { LoginPage } from './LoginPage.tsx';

const SignUpPage = lazy(async () => ({ default: (await import('./SignUpPage.tsx')).SignUpPage }));
const ResetPasswordPage = lazy(async () => ({
  default: (await import('./ResetPasswordPage.tsx')).ResetPasswordPage,
}));
const EntryPage = lazy(async () => ({ default: (await import('./entry/EntryPage.tsx')).EntryPage }));
const ProviderReturnPage = lazy(async () => ({
  default: (await import('./provider/ProviderReturnPage.tsx')).ProviderReturnPage,
}));
const BindPage = lazy(async () => ({ default: (await import('./provider/BindPage.tsx')).BindPage }));

/** Root of the sign-in, sign-up and password pages; loaded without the console. */
export function SignInApp() {
  return (
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => cspNonce}>
        <Suspense>
          <SignInRoute pathname={window.location.pathname} />
        </Suspense>
        <OpeningScreen />
      </MantineProvider>
    </StrictMode>
  );
}

function OpeningScreen() {
  return useIsOpening() ? <BusyScreen what="jumping" /> : null;
}

function SignInRoute({ pathname }: { readonly pathname: string }) {
  switch (pathname) {
    case SIGN_IN_PATHS.signUp:
      return <SignUpPage />;
    case SIGN_IN_PATHS.resetPassword:
      return <ResetPasswordPage />;
    case SIGN_IN_PATHS.standaloneLogin:
      return <EntryPage />;
    case SIGN_IN_PATHS.providerReturn:
      return <ProviderReturnPage />;
    case SIGN_IN_PATHS.bind:
      return <BindPage />;
    default:
      return <LoginPage />;
  }
}
