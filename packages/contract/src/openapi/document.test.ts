import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../api.ts';
import { type Endpoint, endpoint } from '../kit/endpoint.ts';
import { birthMessage } from '../device-protocol/index.ts';
import { buildOpenApiDocument } from './document.ts';

const committed: unknown = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

test('the committed document matches the endpoints (if not, run npm run openapi)', () => {
  expect(buildOpenApiDocument('0.1.0')).toEqual(committed);
});

test('lists exactly the operations whose access includes openapi', () => {
  const { paths } = buildOpenApiDocument('0.1.0') as {
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

test('describes each exported schema once, as a component', () => {
  const text = JSON.stringify(committed);
  const { paths, components } = committed as {
    paths: Record<string, unknown>;
    components: { schemas: Record<string, unknown> };
  };
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining([
      'Device',
      'Job',
      'Alarm',
      'OnlineClient',
      'NetworkConfig',
      'Permission',
      'ErrorBody',
    ]),
  );
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(Object.keys(components.schemas)).toContain(name);
  expect(text).not.toContain('$schema');
  expect(text).not.toContain('$defs');
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods as object));
  expect(JSON.stringify(paths).length / operations.length).toBeLessThan(2_470);
});

test('has a JSON example of every body and every answer', () => {
  const { paths } = committed as {
    paths: Record<string, Record<string, { requestBody?: Content; responses: Record<string, Content> }>>;
  };
  type Content = { readonly content: Readonly<Record<string, object>> };
  for (const methods of Object.values(paths))
    for (const { requestBody, responses } of Object.values(methods)) {
      const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
      for (const part of [requestBody, answer]) {
        const json = part?.content['application/json'];
        if (json) expect(json).toHaveProperty('example');
      }
    }
});

test('describes every operation, parameter and group, and gives operations unambiguous paths', () => {
  const { paths, tags } = committed as {
    tags: { name: string }[];
    paths: Record<
      string,
      Record<
        string,
        { tags: string[]; description: string; parameters?: { name: string; description?: string }[] }
      >
    >;
  };
  const shapes = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
  expect(shapes).toEqual([...new Set(shapes)]);
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    expect(operation.description).toMatch(/\.$/);
    expect(tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags));
    for (const parameter of operation.parameters ?? [])
      expect(parameter).toMatchObject({ description: expect.stringMatching(/\.$/) });
  }
});

test('returns nextCursor exactly in the operations with the parameters cursor and limit', () => {
  for (const [key, { query, response }] of Object.entries<Endpoint>(api)) {
    if (!(response instanceof z.ZodObject)) continue;
    const parameters = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
    const isPaged = 'nextCursor' in response.shape;
    expect([key, parameters.includes('cursor')]).toEqual([key, isPaged]);
    if (isPaged) expect([key, parameters]).toEqual([key, expect.arrayContaining(['limit'])]);
  }
});

test('lists a schema twice if its request form differs from its answer form', () => {
  const change = endpoint({
    method: 'POST',
    path: '/api/v1/items',
    access: ['openapi'],
    needs: 'public',
    summary: 'Changes a document of devices.',
    body: birthMessage,
    response: birthMessage,
  });
  const { paths, components } = buildOpenApiDocument('0.1.0', { platform: { change } }) as {
    paths: unknown;
    components: { schemas: Record<string, unknown> };
  };
  expect(paths).toMatchObject({
    '/api/v1/items': {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/BirthMessageInput' } } },
        },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/BirthMessage' } } } },
        },
      },
    },
  });
  expect(components.schemas['BirthMessageInput']).not.toEqual(components.schemas['BirthMessage']);
});
