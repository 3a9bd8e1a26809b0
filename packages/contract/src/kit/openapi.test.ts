import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../api.ts';
import { openApiDocument } from './openapi.ts';

const committed: unknown = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

test('the committed document matches the endpoints (otherwise run npm run openapi)', () => {
  expect(openApiDocument('0.1.0')).toEqual(committed);
});

test('lists exactly the operations whose access includes openapi', () => {
  const { paths } = openApiDocument('0.1.0') as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const listed = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((operation) => operation.operationId),
  );
  const open = Object.entries(api).flatMap(([key, endpoint]) =>
    endpoint.access.some((access) => access === 'openapi') ? [key] : [],
  );
  expect(listed.sort()).toEqual(open.sort());
  expect(listed).not.toContain('signIn');
});

test('declares every path parameter in its schema', () => {
  for (const [key, endpoint] of Object.entries(api)) {
    const params = 'params' in endpoint ? endpoint.params : undefined;
    const declared = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
    expect([key, declared.sort()]).toEqual([key, [...endpoint.pathParams].sort()]);
  }
});
