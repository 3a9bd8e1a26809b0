import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { createDeprecationHeaders } from './deprecation.ts';
import { describeOperation } from './openapi.ts';

const deprecated = { since: '2026-01-01', sunset: '2027-01-01', use: 'deviceList' };

test('sends the headers of RFC 9745 and RFC 8594', () => {
  expect(createDeprecationHeaders(deprecated)).toEqual({
    deprecation: '@1767225600',
    sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
    link: '</help/api?open=deviceList>; rel="deprecation"; type="text/html"',
  });
});

test('marks the operation in the document', () => {
  const planted = endpoint({
    method: 'GET',
    path: '/api/v1/old',
    access: ['openapi'],
    needs: 'public',
    summary: 'The old way.',
    response: z.object({}),
    deprecated,
  });
  expect(describeOperation('old', 'platform', planted)).toMatchObject({
    operationId: 'old',
    tags: ['platform'],
    deprecated: true,
    description: 'Deprecated since 2026-01-01, may be gone after 2027-01-01: use deviceList.',
    'x-sunset': '2027-01-01',
  });
});
