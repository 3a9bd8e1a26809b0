import { MantineProvider } from '@mantine/core';
import { lazy, StrictMode, Suspense } from 'react';
import { BusyScreen } from '../app/BusyScreen.tsx';
import { cspNonce } from '../kit/csp-nonce.ts';
import { DOOR_PATHS } from '../paths.ts';
import { theme } from '../ui/theme.ts';
import { useEntering } from './enter.ts';
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

/** Signing in, signing up and the forgotten password, standing alone. */
export function Door() {
  return (
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => cspNonce}>
        <Suspense>
          <DoorPage pathname={window.location.pathname} />
        </Suspense>
        <Entering />
      </MantineProvider>
    </StrictMode>
  );
}

function Entering() {
  return useEntering() ? <BusyScreen what="jumping" /> : null;
}

function DoorPage({ pathname }: { readonly pathname: string }) {
  switch (pathname) {
    case DOOR_PATHS.signUp:
      return <SignUpPage />;
    case DOOR_PATHS.resetPassword:
      return <ResetPasswordPage />;
    case DOOR_PATHS.standaloneLogin:
      return <EntryPage />;
    case DOOR_PATHS.providerReturn:
      return <ProviderReturnPage />;
    case DOOR_PATHS.bind:
      return <BindPage />;
    default:
      return <LoginPage />;
  }
}
