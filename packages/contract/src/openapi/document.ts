import { z } from 'zod';
import { API_SLICES } from '../api.ts';
import type { Endpoint } from '../kit/endpoint.ts';
import { ERRORS } from '../kit/error-catalogue.ts';
import { errorBody } from '../kit/errors.ts';
import { Components, type Json } from './components.ts';
import { EXAMPLES } from './examples/index.ts';

type Slices = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

/** Returns the public document: OpenAPI 3.1 of every operation whose access includes `openapi`. */
export function openApiDocument(version: string, slices: Slices = API_SLICES): Json {
  const components = new Components();
  const error = components.describe(errorBody, 'output');
  const paths: Record<string, Json> = {};
  for (const [slice, endpoints] of Object.entries(slices))
    for (const [key, endpoint] of Object.entries(endpoints)) {
      if (!endpoint.access.includes('openapi')) continue;
      (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describeOperation({
        key,
        slice,
        endpoint,
        components,
        error,
      });
    }
  return components.finish({
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
    },
    paths,
  });
}

interface Operation {
  readonly key: string;
  readonly slice: string;
  readonly endpoint: Endpoint;
  readonly components: Components;
  /** Schema of every error response. */
  readonly error: Json;
}

/** Returns one operation of the document. */
function describeOperation({ key, slice, endpoint, components, error }: Operation): Json {
  const parameters = [
    ...listParameters(endpoint.params, 'path', components),
    ...listParameters(endpoint.query, 'query', components),
  ];
  return {
    operationId: key,
    tags: [slice],
    summary: endpoint.summary,
    ...(endpoint.needs === 'public' && { security: [] }),
    'x-needs': endpoint.needs,
    ...buildDeprecation(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(endpoint, components, EXAMPLES[key]?.body),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        content: endpoint.download
          ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
          : {
              'application/json': {
                schema: components.describe(endpoint.response, 'output'),
                ...buildExample(EXAMPLES[key]?.answer),
              },
            },
      },
      ...errorResponses(endpoint, error),
    },
  };
}

function buildDeprecation({ deprecated }: Endpoint): Json {
  if (!deprecated) return {};
  const { since, sunset, use } = deprecated;
  const description = `Deprecated since ${since}, may be gone after ${sunset}: use ${use}.`;
  return { deprecated: true, description, 'x-sunset': sunset };
}

const buildExample = (example: unknown): Json => (example === undefined ? {} : { example });

function requestBody(endpoint: Endpoint, components: Components, example: unknown): Json {
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
      content: {
        'application/json': { schema: components.describe(endpoint.body, 'input'), ...buildExample(example) },
      },
    },
  };
}

function listParameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  components: Components,
): Json[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(schema.shape).map(([name, member]) => {
    const { deprecated, ...described } = components.describe(member, 'input');
    return {
      name,
      in: place,
      required: place === 'path' || !member.safeParse(undefined).success,
      ...(deprecated === true && { deprecated }),
      schema: described,
    };
  });
}

function errorResponses(endpoint: Endpoint, error: Json): Json {
  const byStatus = new Map<number, string[]>();
  for (const name of endpoint.errors ?? []) {
    const { status, code, message } = ERRORS[name];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${message}`]);
  }
  const content = { 'application/json': { schema: error } };
  return Object.fromEntries([
    ...[...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, texts]) => [status, { description: texts.join('\n'), content }]),
    ['default', { description: 'A refusal with its catalogue code', content }],
  ]);
}
