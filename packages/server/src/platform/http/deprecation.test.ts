import { endpoint } from '@northlight/contract';
import { SystemEntropy } from '@northlight/runtime';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { replyWithError } from './error-reply.ts';
import { UploadReceiver } from './upload-receiver.ts';
import { serveEndpoint, type ServeServices } from './serve.ts';

const services: ServeServices = {
  cookies: { name: 'northlight', secure: false },
  principalOf: () => Promise.reject(new Error('There is no session.')),
  admit: () => Promise.resolve(),
  projectAccess: () => Promise.resolve(undefined),
  uploads: new UploadReceiver('', new SystemEntropy()),
  demandSpace: () => undefined,
};
const deprecatedEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/old',
  access: ['openapi'],
  needs: 'public',
  summary: 'The old operation.',
  query: z.object({ count: z.coerce.number().optional() }),
  response: z.object({ fine: z.boolean() }),
  deprecated: { since: '2026-01-01', sunset: '2027-01-01', use: 'deviceList' },
});

test('adds sunset and replacement headers to all answers of a deprecated operation, including errors', async () => {
  const app = Fastify();
  app.setErrorHandler((error, request, reply) => replyWithError(error, request, reply));
  const handler = () => Promise.resolve({ fine: true });
  serveEndpoint(app, { key: 'old', endpoint: deprecatedEndpoint, handler }, services);
  const { deprecated: _none, ...current } = deprecatedEndpoint;
  serveEndpoint(app, { key: 'new', endpoint: { ...current, path: '/api/v1/new' }, handler }, services);
  for (const url of ['/api/v1/old', '/api/v1/old?count=many']) {
    const { headers } = await app.inject({ url });
    expect(headers).toMatchObject({
      deprecation: '@1767225600',
      sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
      link: '</help/api?open=deviceList>; rel="deprecation"; type="text/html"',
    });
  }
  const { headers } = await app.inject({ url: '/api/v1/new' });
  expect([headers['deprecation'], headers['sunset']]).toEqual([undefined, undefined]);
  await app.close();
});
