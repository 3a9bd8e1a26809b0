import { getSourceNetwork } from '@northlight/runtime';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type AccessType,
  type Api,
  type ApiKey,
  api,
  type CallerType,
  DomainError,
  type Endpoint,
  type FieldErrors,
  type FileAnswer,
  type HandlerInput,
  type HandlerResult,
  describeIssue,
  done,
  parseDecimal,
  hasShape,
  isProjectNeed,
  listUnknownMembers,
} from '@northlight/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  type CookieSettings,
  createCookieJar,
  getDisplayCookieName,
  getSessionCookieName,
} from './cookies.ts';
import {
  authorise,
  type AccessRequirement,
  ACCESS_EXPIRED,
  type Principal,
  type ProjectAccessResult,
} from './principal.ts';
import type { RequestContext, Services } from '../../services.ts';
import type { CallerContext, UploadedFile } from './caller-context.ts';
import { FOREIGN_PAGE, refuseForeignPage } from './request-guards.ts';
import type { UploadReceiver } from './upload-receiver.ts';

/** An answer that matches the response schema and is already JSON (UTF-8). */
export class JsonAnswer {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** Handlers of all operations; a missing handler is a compile error. */
export type Handlers = { readonly [K in ApiKey]: Handler<K> };
export type Handler<K extends ApiKey> = (
  input: HandlerInput<Api[K]>,
  context: RequestContext,
) => Promise<HandlerResult<Api[K]> | JsonAnswer>;
/** Handlers that one slice contributes. */
export type HandlersOf<K extends ApiKey> = Pick<Handlers, K>;

export interface ServeServices {
  readonly cookies: CookieSettings;
  /** Resolves to the caller of a token; throws 10 or 70 when its session has ended. */
  principalOf(token: string, access: CallerType): Promise<Principal>;
  /** Counts a request of this caller; throws when the rate limit is exceeded. */
  admit(principal: Principal): Promise<void>;
  /** Resolves to the caller's access to a project; undefined without access or without such a project. */
  projectAccess(principal: Principal, projectId: number): Promise<ProjectAccessResult>;
  readonly uploads: UploadReceiver;
  /** Throws 258 when the disk is full. */
  demandSpace(): void;
}

const CSRF_HEADER = 'x-csrf-token';

/** Returns the CSRF token that a page sends with every write; derived from the session token, so it is not stored. */
export const deriveCsrfToken = (token: string): string =>
  createHash('sha256').update(`csrf:${token}`).digest('base64url');

/** Serves all operations; handlers find `services` in the context of their request. */
export function serveApi(
  app: FastifyInstance,
  handlers: Handlers,
  serving: ServeServices,
  services: Services,
): void {
  for (const key of Object.keys(api) as ApiKey[])
    // The type `Handlers` matches each handler with its input type; this loop passes inputs that the schema
    // has parsed.
    serveEndpoint(app, { key, endpoint: api[key], handler: provide(handlers[key] as AnyHandler) }, serving);
  function provide(handler: AnyHandler): ServedOperation['handler'] {
    return (input, context) => handler(input, { ...context, services });
  }
}

type AnyHandler = (input: unknown, context: RequestContext) => Promise<unknown>;
export interface ServedOperation {
  readonly key: string;
  readonly endpoint: Endpoint;
  readonly handler: (input: unknown, context: CallerContext) => Promise<unknown>;
}

/** Serves one operation: identifies and authorises the caller, parses the input and sends the handler's result. */
export function serveEndpoint(
  app: FastifyInstance,
  { key, endpoint, handler }: ServedOperation,
  services: ServeServices,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { operation: key },
    handler: async (request, reply) => {
      // Sets the headers first, so that error responses have them too.
      let caller = await authoriseCaller(request, endpoint, services);
      if (endpoint.method !== 'GET' && endpoint.needs !== 'public') services.demandSpace();
      const file =
        endpoint.upload && (await services.uploads.receive(request, endpoint.upload, getOwner(caller)));
      // Authorises again, because the right may have ended while the file arrived.
      if (file) caller = await authoriseCaller(request, endpoint, services);
      const input = parseInput(endpoint, request, file);
      const context = createCallerContext(endpoint, request, reply, caller, file, services);
      const result = await handler(input, context);
      if (endpoint.download) return sendFile(reply, result as FileAnswer);
      void reply.header('cache-control', 'no-store').status(endpoint.status ?? 200);
      if (endpoint.response === done) return { ok: true };
      return result instanceof JsonAnswer ? sendJson(reply, result) : endpoint.response.parse(result);
    },
  });
}

/** Returns the account whose uploads are counted; all callers without an account are counted as one. */
const getOwner = ({ principal }: Caller): string =>
  principal.kind === 'account' ? principal.account.id : '';

interface Caller {
  readonly principal: Principal;
  readonly project: ProjectAccessResult;
}

async function authoriseCaller(
  request: FastifyRequest,
  endpoint: Endpoint,
  services: ServeServices,
): Promise<Caller> {
  const principal = await identify(request, endpoint, services);
  const project = await readRequestProject(principal, endpoint, request, services);
  authorise(principal, { ...getRequirement(endpoint), project, hasBadProjectId: hasBadProjectId(request) });
  return { principal, project };
}

export const getRequirement = (endpoint: Endpoint): Omit<AccessRequirement, 'project'> => ({
  need: endpoint.needs,
  access: endpoint.access,
  modes: endpoint.modes,
  notInDemo: endpoint.notInDemo,
  writes: endpoint.method !== 'GET',
});

/** Sends a file so that browsers neither sniff its type nor run it as a page. */
function sendFile(reply: FastifyReply, { mediaType, bytes, fresh, saveAs }: FileAnswer): FastifyReply {
  if (saveAs !== undefined) void reply.header('content-disposition', `attachment; filename="${saveAs}"`);
  return reply
    .header('cache-control', fresh || saveAs !== undefined ? 'no-store' : 'private, max-age=86400, immutable')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(mediaType)
    .send(bytes instanceof Uint8Array ? Buffer.from(bytes) : Readable.from(bytes));
}

const sendJson = (reply: FastifyReply, { bytes }: JsonAnswer): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));

/** Returns the token of a request and its access type; a bearer token takes precedence over a cookie. */
export function readToken(
  request: FastifyRequest,
  cookies: CookieSettings,
): { token: string; access: AccessType } | undefined {
  const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1];
  if (bearer) return { token: bearer, access: 'openapi' };
  const cookie = request.cookies[getSessionCookieName(cookies)];
  return cookie ? { token: cookie, access: 'web' } : undefined;
}

/**
 * Returns the token that an endpoint accepts. Endpoints for displays accept only the display cookie; other
 * endpoints ignore it.
 */
function selectToken(
  { access }: Endpoint,
  request: FastifyRequest,
  cookies: CookieSettings,
): { token: string; access: CallerType } | undefined {
  if (!access.includes('display')) return readToken(request, cookies);
  const token = request.cookies[getDisplayCookieName(cookies)];
  return token ? { token, access: 'display' } : undefined;
}

async function identify(
  request: FastifyRequest,
  endpoint: Endpoint,
  services: ServeServices,
): Promise<Principal> {
  if (endpoint.needs === 'public' && endpoint.method !== 'GET') refuseForeignPage(request);
  const found = selectToken(endpoint, request, services.cookies);
  if (!found || endpoint.needs === 'public') return { kind: 'anonymous' };
  const principal = await services.principalOf(found.token, found.access);
  await services.admit(principal);
  if (found.access === 'web' && endpoint.method !== 'GET') checkCsrf(request, found.token);
  return principal;
}

function checkCsrf(request: FastifyRequest, token: string): void {
  const sent = Buffer.from(String(request.headers[CSRF_HEADER] ?? ''));
  const expected = Buffer.from(deriveCsrfToken(token));
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected))
    throw new DomainError('invalidParameters', FOREIGN_PAGE);
}

async function readRequestProject(
  principal: Principal,
  endpoint: Endpoint,
  request: FastifyRequest,
  services: ServeServices,
): Promise<ProjectAccessResult> {
  if (!isProjectNeed(endpoint.needs) || principal.kind === 'anonymous') return undefined;
  const id = readProjectId(request);
  return id === undefined ? undefined : services.projectAccess(principal, id);
}

/** Returns the project id in the path; undefined when the text there is not an id. */
function readProjectId(request: FastifyRequest): number | undefined {
  const { projectId = '' } = request.params as { projectId?: string };
  const id = parseDecimal(projectId);
  return id !== undefined && id >= 0 ? id : undefined;
}

const hasBadProjectId = (request: FastifyRequest): boolean =>
  (request.params as { projectId?: string }).projectId !== undefined && readProjectId(request) === undefined;

function parseInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  file: UploadedFile | undefined,
): Record<string, unknown> {
  const fields: Record<string, string> = {};
  const input: Record<string, unknown> = {};
  const parts = [
    ['params', endpoint.params, request.params],
    ['query', endpoint.query, request.query],
    ['body', endpoint.body, (endpoint.upload ? file?.fields : request.body) ?? {}],
  ] as const;
  for (const [name, schema, value] of parts) {
    if (!schema) continue;
    const parsed = schema.safeParse(value, { error: describeIssue });
    if (parsed.success) {
      input[name] = parsed.data;
      if (name === 'body' && endpoint.refusesUnknown)
        for (const path of listUnknownMembers(value, parsed.data).slice(0, UNKNOWN_MAX))
          fields[path] = 'The product has no such setting. Remove it.';
    } else if (name === 'body' && isLeftToHandler(endpoint, parsed.error, value)) input[name] = value;
    else Object.assign(fields, listZodFields(parsed.error));
  }
  if (Object.keys(fields).length > 0) throw new DomainError('invalidParameters', { fields });
  return input;
}

/** Maximum number of unknown members that an answer names. */
const UNKNOWN_MAX = 20;

/**
 * Maximum size in characters of a body that the handler validates. The handler's rules take quadratic time,
 * so that a larger body gets only its schema errors.
 */
const JUDGED_MAX = 256 * 1024;

/**
 * Returns true when all schema errors are in the part that the handler validates and the body has the shape
 * that the handler's rules need.
 */
function isLeftToHandler({ validatedByHandler }: Endpoint, error: z.ZodError, body: unknown): boolean {
  if (
    !validatedByHandler ||
    !hasShape(error) ||
    !error.issues.every(({ path }) => validatedByHandler.test(path.join('.')))
  )
    return false;
  return JSON.stringify(body).length <= JUDGED_MAX;
}

/** Maps each field path to its first error message. */
export function listZodFields(error: z.ZodError): FieldErrors {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  return fields;
}

function createCallerContext(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { principal, project }: Caller,
  file: UploadedFile | undefined,
  services: ServeServices,
): CallerContext {
  const cookies = createCookieJar(request, reply, services.cookies);
  const found = selectToken(endpoint, request, services.cookies);
  const csrfToken = found?.access === 'web' ? deriveCsrfToken(found.token) : undefined;
  return {
    requestId: request.id,
    principal,
    project: project === ACCESS_EXPIRED ? undefined : project,
    requirement: getRequirement(endpoint),
    file,
    cookies,
    csrfToken,
    refreshPrincipal: () =>
      found ? services.principalOf(found.token, found.access) : Promise.resolve({ kind: 'anonymous' }),
    network: getSourceNetwork(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
  };
}
