import { isDoorPath, PATHS } from '../paths.ts';

/** Only an address of this console is gone back to; anything else would lead people away after signing in. */
export function returnAddress(wanted: string | undefined): string {
  if (!wanted?.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return PATHS.overview;
  const path = wanted.split('?')[0];
  if (path !== undefined && isDoorPath(path)) return PATHS.overview;
  return wanted;
}
