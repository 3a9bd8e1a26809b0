import { SIGN_IN_PATHS, isSignInPath, PATHS } from '../paths.ts';

const ANY_ORIGIN = 'http://console.invalid';

/**
 * Returns the address if it is a page of this console and therefore safe to return to. Parses it like a
 * browser, which drops tabs and line feeds and reads a backslash as a slash.
 */
export function parseReturnAddress(wanted: string | undefined): string | undefined {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, ANY_ORIGIN)) return undefined;
  const { hash, origin, pathname, search } = new URL(wanted, ANY_ORIGIN);
  if (origin !== ANY_ORIGIN) return undefined;
  if (isSignInPath(pathname) && !isPhonePage(pathname, search)) return undefined;
  return `${pathname}${search}${hash}`;
}

/**
 * Returns true for the only sign-in page that requires a session, which confirms another browser's QR code.
 */
const isPhonePage = (path: string, search: string): boolean =>
  path === SIGN_IN_PATHS.standaloneLogin && new URLSearchParams(search).has('qr');

export const resolveReturnAddress = (wanted: string | undefined): string =>
  parseReturnAddress(wanted) ?? PATHS.overview;
