import { PATHS } from '../../paths.ts';

const TOKEN = /^#display=([0-9A-Za-z]{20,200})$/;

/** The token in the address of a display; undefined when it has none any more. */
export const tokenIn = (hash: string): string | undefined => TOKEN.exec(hash)?.[1];

/** What a display opens. The token stands behind the hash: no server, proxy or log on the way sees it. */
export const displayLink = (token: string): string =>
  `${window.location.origin}${PATHS.dataScreen}#display=${token}`;
