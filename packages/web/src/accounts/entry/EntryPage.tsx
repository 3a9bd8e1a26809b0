import { lazy, Suspense } from 'react';
import { ENTRY_PAGES } from '../../paths.ts';
import { LoginPage } from '../LoginPage.tsx';

const SignUpPage = lazy(async () => ({ default: (await import('../SignUpPage.tsx')).SignUpPage }));
const ResetPasswordPage = lazy(async () => ({
  default: (await import('../ResetPasswordPage.tsx')).ResetPasswordPage,
}));
const PhonePage = lazy(async () => ({ default: (await import('./PhonePage.tsx')).PhonePage }));
const TicketPage = lazy(async () => ({ default: (await import('./TicketPage.tsx')).TicketPage }));
const EndedPage = lazy(async () => ({ default: (await import('./EndedPage.tsx')).EndedPage }));

/** `/static/lrf`: page for the standalone sign-in, and the target of QR codes and third-party links. */
export function EntryPage() {
  return (
    <Suspense>
      <RequestedPage search={new URLSearchParams(window.location.search)} />
    </Suspense>
  );
}

function RequestedPage({ search }: { readonly search: URLSearchParams }) {
  const code = search.get('qr');
  if (code) return <PhonePage code={code} />;
  const ticket = search.get('ticket');
  if (ticket) return <TicketPage ticket={ticket} />;
  const page = search.get('page');
  if (page === ENTRY_PAGES.signUp) return <SignUpPage />;
  if (page === ENTRY_PAGES.resetPassword) return <ResetPasswordPage />;
  if (page === ENTRY_PAGES.ended) return <EndedPage />;
  return <LoginPage />;
}
