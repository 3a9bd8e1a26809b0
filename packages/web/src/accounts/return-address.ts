import { DOOR_PATHS, isDoorPath, PATHS } from '../paths.ts';

/** An address of this console that may be gone back to; anything else would lead people away after signing in. */
export function openReturn(wanted: string | undefined): string | undefined {
  if (!wanted?.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return undefined;
  const [path, search] = wanted.split('?');
  if (path !== undefined && isDoorPath(path) && !isPhonePage(path, search)) return undefined;
  return wanted;
}

/** The one page before the door that somebody has to be signed in for: confirming another browser's code. */
const isPhonePage = (path: string, search: string | undefined): boolean =>
  path === DOOR_PATHS.standaloneLogin && new URLSearchParams(search).has('qr');

export const returnAddress = (wanted: string | undefined): string => openReturn(wanted) ?? PATHS.overview;
