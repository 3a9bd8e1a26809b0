import { z } from 'zod';
import { API_SLICES } from '../api.ts';
import type { Endpoint } from './endpoint.ts';
import { ERRORS } from './error-catalogue.ts';
import { errorBody } from './errors.ts';

type Json = Record<string, unknown>;

const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): unknown =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });

/** Returns the public document: OpenAPI 3.1 of every operation whose access includes `openapi`. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [slice, endpoints] of Object.entries(API_SLICES))
    for (const [key, endpoint] of Object.entries<Endpoint>(endpoints)) {
      if (!endpoint.access.includes('openapi')) continue;
      (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describeOperation(key, slice, endpoint);
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Northlight',
      version,
      description: 'Projects, devices and their networks. Errors carry a numeric code of the catalogue.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: toJsonSchema(errorBody, 'output') },
    },
    paths,
  };
}

/** Returns one operation of the document. */
export function describeOperation(key: string, slice: string, endpoint: Endpoint): Json {
  const parameters = [...listParameters(endpoint.params, 'path'), ...listParameters(endpoint.query, 'query')];
  return {
    operationId: key,
    tags: [slice],
    summary: endpoint.summary,
    ...(endpoint.needs === 'public' && { security: [] }),
    'x-needs': endpoint.needs,
    ...buildDeprecation(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(endpoint),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        content: endpoint.download
          ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: toJsonSchema(endpoint.response, 'output') } },
      },
      ...errorResponses(endpoint),
    },
  };
}

function buildDeprecation({ deprecated }: Endpoint): Json {
  if (!deprecated) return {};
  const { since, sunset, use } = deprecated;
  const description = `Deprecated since ${since}, may be gone after ${sunset}: use ${use}.`;
  return { deprecated: true, description, 'x-sunset': sunset };
}

function requestBody(endpoint: Endpoint): Json {
  if (endpoint.upload) {
    const schema = {
      type: 'object',
      properties: { [endpoint.upload.field]: { type: 'string', format: 'binary' } },
      required: [endpoint.upload.field],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!endpoint.body) return {};
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toJsonSchema(endpoint.body, 'input') } },
    },
  };
}

function listParameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(schema.shape).map(([name, member]) => ({
    name,
    in: place,
    required: place === 'path' || !member.safeParse(undefined).success,
    schema: toJsonSchema(member, 'output'),
  }));
}

function errorResponses(endpoint: Endpoint): Json {
  const byStatus = new Map<number, string[]>();
  for (const name of endpoint.errors ?? []) {
    const { status, code, message } = ERRORS[name];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${message}`]);
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries([
    ...[...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, texts]) => [status, { description: texts.join('\n'), content }]),
    ['default', { description: 'A refusal with its catalogue code', content }],
  ]);
}
