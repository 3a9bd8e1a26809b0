import { SIGN_IN_PATHS, ENTRY_PAGES } from '../paths.ts';
import { parseReturnAddress } from './return-address.ts';

type PageLocation = Pick<Location, 'pathname' | 'search'>;

/**
 * Returns a link between sign-in pages. It keeps the return address, and on the standalone page it stays
 * there.
 */
export function findSignInLink(
  page: 'login' | 'signUp' | 'resetPassword',
  location: PageLocation = window.location,
): string {
  const search = new URLSearchParams(location.search);
  const query = new URLSearchParams();
  const isStandalone = location.pathname === SIGN_IN_PATHS.standaloneLogin;
  if (isStandalone && page !== 'login') query.set('page', ENTRY_PAGES[page]);
  const back = parseReturnAddress(search.get('return') ?? undefined);
  if (back !== undefined) query.set('return', back);
  const path = isStandalone ? SIGN_IN_PATHS.standaloneLogin : SIGN_IN_PATHS[page];
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
