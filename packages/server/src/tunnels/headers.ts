import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Of one connection only (RFC 9110, 7.6.1), or the console's business: never passed on. */
const NEVER_TO_DEVICE = new Set([
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
  // The console's session must not reach a device, whatever its page asks for.
  'cookie',
  'authorization',
  'x-csrf-token',
  'forwarded',
]);

const NEVER_FROM_DEVICE = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'trailer',
  // A device has no say over the browser's store, nor over how the console's names are reached.
  'set-cookie',
  'clear-site-data',
  'strict-transport-security',
  'alt-svc',
  'public-key-pins',
  'report-to',
  'nel',
  'service-worker-allowed',
]);

/** A browser's headers as the device may see them. */
export function headersToDevice(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !NEVER_TO_DEVICE.has(name) && !name.startsWith(':') && !name.startsWith('x-forwarded-'),
    ),
  );
}

/** A device's headers as the browser may see them, and what holds for every page of a device. */
export function headersFromDevice(headers: Readonly<Record<string, unknown>>): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(':') || NEVER_FROM_DEVICE.has(name)) continue;
    if (typeof value === 'string') kept[name] = value;
    else if (Array.isArray(value)) kept[name] = value.map(String);
  }
  const own = kept['content-security-policy'];
  return {
    ...kept,
    // Both hold: the stricter one of each directive.
    'content-security-policy': [...[own ?? []].flat(), "frame-ancestors 'none'"].join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
