import { PATHS } from '../../paths.ts';

const TOKEN = /^#display=([0-9A-Za-z]{20,200})$/;

/** Returns the token in the hash of a display's address, if there is one. */
export const parseDisplayToken = (hash: string): string | undefined => TOKEN.exec(hash)?.[1];

/** Returns the address of a display. The token is in the hash, so that it is not sent to servers, proxies or logs. */
export const formatDisplayLink = (token: string): string =>
  `${window.location.origin}${PATHS.dataScreen}#display=${token}`;
