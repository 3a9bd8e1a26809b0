import { SIGN_IN_PATHS, isSignInPath, PATHS } from '../paths.ts';

/** Returns the address if it is safe to return to: a page of this console, never another site. */
export function safeReturn(wanted: string | undefined): string | undefined {
  if (!wanted?.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return undefined;
  const [path, search] = wanted.split('?');
  if (path !== undefined && isSignInPath(path) && !isPhonePage(path, search)) return undefined;
  return wanted;
}

/** The only sign-in page that requires a session: confirming another browser's QR code. */
const isPhonePage = (path: string, search: string | undefined): boolean =>
  path === SIGN_IN_PATHS.standaloneLogin && new URLSearchParams(search).has('qr');

export const resolveReturnAddress = (wanted: string | undefined): string =>
  safeReturn(wanted) ?? PATHS.overview;
