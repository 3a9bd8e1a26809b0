import { expect, test } from 'vitest';
import { filterHeadersFromDevice, filterHeadersToDevice } from './headers.ts';

test('forwards no headers of the console to a device', () => {
  const forwarded = filterHeadersToDevice({
    host: 'a.localhost',
    cookie: 'northlight=secret',
    authorization: 'Bearer secret',
    'x-csrf-token': 'secret',
    'x-forwarded-for': '203.0.113.9',
    connection: 'keep-alive',
    'transfer-encoding': 'chunked',
    'content-type': 'application/json',
    'x-device-session': 'its own',
  });
  expect(forwarded).toEqual({ 'content-type': 'application/json', 'x-device-session': 'its own' });
});

test('removes cookies from a device and keeps the security headers of its pages', () => {
  const forwarded = filterHeadersFromDevice({
    ':status': 200,
    'content-type': 'text/html',
    'set-cookie': ['northlight=stolen'],
    'clear-site-data': '"*"',
    'strict-transport-security': 'max-age=1',
    'content-security-policy': "default-src 'self'",
    'referrer-policy': 'unsafe-url',
  });
  expect(forwarded).toMatchObject({
    'content-type': 'text/html',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'self', frame-ancestors 'none'",
  });
  for (const name of ['set-cookie', 'clear-site-data', 'strict-transport-security', ':status'])
    expect(forwarded).not.toHaveProperty(name);
});
