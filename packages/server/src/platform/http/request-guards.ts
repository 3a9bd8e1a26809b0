import { DomainError } from '@northlight/contract';
import type { FastifyRequest } from 'fastify';

/**
 * Rejects a request with an ambiguous host: a proxy in front of the server may have read another one (RFC
 * 9112, 3.2).
 */
export function refuseAmbiguousHost({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length === 1 && raw.url?.startsWith('/')) return;
  throw new DomainError('invalidParameters', {
    message: 'The request needs exactly one Host header and an address that begins with a slash.',
  });
}

export const FOREIGN_PAGE = {
  status: 403,
  message: 'The request did not come from this page. Reload it.',
} as const;

/**
 * Rejects cross-origin sign-ins, which have no CSRF token yet and could put another user's session into this
 * browser. Browsers before 2023 send no Sec-Fetch-Site, so their Origin is compared with the request's host.
 * Programs send neither.
 */
export function refuseForeignPage({ headers, host }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const isForeign =
    typeof site === 'string'
      ? !['same-origin', 'none'].includes(site.toLowerCase())
      : origin !== undefined && !isOriginOf(origin, host);
  if (isForeign) throw new DomainError('invalidParameters', FOREIGN_PAGE);
}

const isOriginOf = (origin: string, host: string): boolean =>
  URL.canParse(origin) && new URL(origin).host === new URL(`http://${host}`).host.toLowerCase();
