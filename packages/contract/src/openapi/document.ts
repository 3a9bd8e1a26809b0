import { z } from 'zod';
import { API_SLICES } from '../api.ts';
import { isProjectNeed } from '../kit/access.ts';
import type { Endpoint } from '../kit/endpoint.ts';
import { ERRORS, type ErrorName } from '../kit/error-catalogue.ts';
import { errorBody } from '../kit/errors.ts';
import { Components, type Json } from './components.ts';
import { DETAILS, PARAMETERS, SLICE_DESCRIPTIONS } from './descriptions.ts';
import { EXAMPLES } from './examples/index.ts';

type Slices = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

/** Returns the public document: OpenAPI 3.1 of every operation whose access includes `openapi`. */
export function buildOpenApiDocument(version: string, slices: Slices = API_SLICES): Json {
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
    tags: Object.keys(slices)
      .filter((slice) => slice in SLICE_DESCRIPTIONS)
      .map((name) => ({ name, description: SLICE_DESCRIPTIONS[name] })),
    security: [{ bearer: [] }],
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token of an account. Create it in the console under Security, and choose its projects and its permissions.',
        },
      },
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
    description: describeOperationText(key, endpoint),
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
      ...listErrorResponses(endpoint, error),
    },
  };
}

/** Returns the details and the requirements of an operation as sentences. */
function describeOperationText(key: string, { body, needs, modes, notInDemo, method }: Endpoint): string {
  const isAccountChange = method !== 'GET' && needs !== 'public' && !isProjectNeed(needs);
  const confirms = body instanceof z.ZodObject && 'confirmName' in body.shape;
  const sentences = [
    DETAILS[key],
    confirms && 'If it cuts a device off from its management, `confirmName` must be the project’s name.',
    NEEDS[needs],
    isAccountChange ? 'An API token must have write access to all projects.' : undefined,
    modes && `Exists in projects with the network mode ${modes.join(' or ')}.`,
    notInDemo && 'Not available in demo projects and their copies.',
  ];
  return sentences.filter(Boolean).join(' ');
}

const NEEDS: Readonly<Record<Endpoint['needs'], string>> = {
  public: 'The caller needs no session.',
  session: 'The caller needs a session or an API token.',
  account: 'The caller needs an account.',
  manufacturer: 'The caller needs the account of a manufacturer.',
  administrator: 'The caller must be an administrator.',
  read: 'The caller needs read access to the project.',
  pictures:
    'The caller needs write access to the project, because pictures are personal data; those of the demos are public.',
  write: 'The caller needs write access to the project.',
  owner: 'The caller must be the owner of the project.',
};

const buildExample = (example: unknown): Json => (example === undefined ? {} : { example });

function requestBody(endpoint: Endpoint, components: Components, example: unknown): Json {
  if (endpoint.upload) {
    const { body, upload } = endpoint;
    const texts = body instanceof z.ZodObject ? Object.entries<z.ZodType>(body.shape) : [];
    const schema = {
      type: 'object',
      properties: {
        // The server reads the texts that come before the file.
        ...Object.fromEntries(texts.map(([name, member]) => [name, components.describe(member, 'input')])),
        [upload.field]: { type: 'string', format: 'binary' },
      },
      required: [upload.field],
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
  return Object.entries<z.ZodType>(schema.shape).map(([name, member]) => ({
    name,
    in: place,
    ...(name in PARAMETERS && { description: PARAMETERS[name] }),
    required: place === 'path' || !member.safeParse(undefined).success,
    schema: components.describe(member, 'input'),
  }));
}

/**
 * Lists the errors of parsing, of the session and of the access to a project, which operations do not declare
 * themselves.
 */
function listCommonErrors({ params, query, body, upload, needs, method }: Endpoint): ErrorName[] {
  return [
    ...(params || query || body || upload ? (['invalidParameters'] as const) : []),
    ...(needs === 'public' ? [] : (['notSignedIn', 'sessionEnded'] as const)),
    ...(isProjectNeed(needs) ? (['projectId', 'projectInvalid', 'projectExpired'] as const) : []),
    ...((needs !== 'public' && method !== 'GET') || needs === 'pictures' ? (['readOnly'] as const) : []),
    ...(needs === 'write' || needs === 'owner' ? (['demoProject'] as const) : []),
  ];
}

function listErrorResponses(endpoint: Endpoint, error: Json): Json {
  const byStatus = new Map<number, string[]>();
  for (const name of new Set([...listCommonErrors(endpoint), ...(endpoint.errors ?? [])])) {
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
