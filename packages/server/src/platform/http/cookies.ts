import type { FastifyReply, FastifyRequest } from 'fastify';
import { DISPLAY_API } from '@northlight/contract';
import type { CookieJar } from './caller-context.ts';

export interface CookieSettings {
  readonly name: string;
  /** True over HTTPS, which adds the `__Host-` prefix and the Secure attribute. */
  readonly secure: boolean;
}

export const getSessionCookieName = ({ name, secure }: CookieSettings): string =>
  secure ? `__Host-${name}` : name;
const getFlowCookieName = (settings: CookieSettings): string => `${getSessionCookieName(settings)}-flow`;
/**
 * Returns the name of the display cookie. It is separate from the session cookie of the same browser, and is
 * sent only to the display API.
 */
export const getDisplayCookieName = ({ name, secure }: CookieSettings): string =>
  `${secure ? '__Secure-' : ''}${name}-display`;
const FLOW_SECONDS = 600;

export function createCookieJar(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: CookieSettings,
): CookieJar {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: settings.secure } as const;
  return {
    setSession: (token, seconds) =>
      void reply.setCookie(getSessionCookieName(settings), token, {
        ...options,
        ...(seconds !== undefined && { maxAge: seconds }),
      }),
    clearSession: () => {
      void reply.clearCookie(getSessionCookieName(settings), options).header('clear-site-data', '"cache"');
    },
    setDisplay: (token, seconds) =>
      void reply.setCookie(getDisplayCookieName(settings), token, {
        ...options,
        path: DISPLAY_API,
        sameSite: 'strict',
        maxAge: seconds,
      }),
    setFlow: (secret) =>
      void reply.setCookie(getFlowCookieName(settings), secret, { ...options, maxAge: FLOW_SECONDS }),
    flow: request.cookies[getFlowCookieName(settings)],
    session: request.cookies[getSessionCookieName(settings)],
  };
}
