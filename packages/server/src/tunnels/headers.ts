import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Headers that are never forwarded: hop-by-hop headers (RFC 9110, 7.6.1) and headers of the console. */
const BLOCKED_TO_DEVICE = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'host',
  // The console's session must never reach a device.
  'cookie',
  'authorization',
  'x-csrf-token',
  'forwarded',
]);

const BLOCKED_FROM_DEVICE = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'trailer',
  // Headers with which a device could change the browser's storage or the transport settings of the console's
  // host names.
  'set-cookie',
  'clear-site-data',
  'strict-transport-security',
  'alt-svc',
  'public-key-pins',
  'report-to',
  'nel',
  'service-worker-allowed',
]);

/** Removes headers that a device must not receive from a browser's request. */
export function filterHeadersToDevice(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !BLOCKED_TO_DEVICE.has(name) && !name.startsWith(':') && !name.startsWith('x-forwarded-'),
    ),
  );
}

/** Removes headers that a device must not set, and adds the security headers of all device pages. */
export function filterHeadersFromDevice(headers: Readonly<Record<string, unknown>>): OutgoingHttpHeaders {
  const forwarded: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(':') || BLOCKED_FROM_DEVICE.has(name)) continue;
    if (typeof value === 'string') forwarded[name] = value;
    else if (Array.isArray(value)) forwarded[name] = value.map(String);
  }
  const own = forwarded['content-security-policy'];
  return {
    ...forwarded,
    // Sends both policies, because browsers then apply the stricter one of each directive.
    'content-security-policy': [...[own ?? []].flat(), "frame-ancestors 'none'"].join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
