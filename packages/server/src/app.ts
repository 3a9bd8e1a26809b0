import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { DomainError } from '@northlight/contract';
import { buildOpenApiDocument } from '@northlight/contract/openapi';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { TlsMaterial } from '@northlight/device-plane';
import { getSourceNetwork, createRandomBase62 } from '@northlight/runtime';
import { accountRoutes, findPrincipalOfToken, createSessionUseRecorder } from './accounts/index.ts';
import { alarmNotificationRoutes, alarmRoutes } from './alarms/index.ts';
import { auditRoutes } from './audit/index.ts';
import { backupRoutes } from './backups/index.ts';
import { replacementRoutes } from './replacement/index.ts';
import { clientRoutes } from './clients/index.ts';
import { deviceRoutes, meshRoutes, openWifiRoutes, waitingRoutes } from './devices/index.ts';
import { readAppliedVersions, roleRoutes, settingsRoutes, networkRoutes } from './network/index.ts';
import { firmwareRoutes } from './firmware/index.ts';
import { listDemoOperations, jobRoutes } from './jobs/index.ts';
import { logRoutes } from './logs/index.ts';
import { messageRoutes } from './messages/index.ts';
import { serveMetrics } from './platform/metrics/server-metrics.ts';
import { replyWithError } from './platform/http/error-reply.ts';
import { serveLive } from './platform/http/live-stream.ts';
import { createRequestRateLimit } from './platform/http/request-rate.ts';
import { type Handlers, serveApi, type ServeServices } from './platform/http/serve.ts';
import { getSessionCookieName } from './platform/http/cookies.ts';
import { setSecurityHeaders, serveConsole } from './platform/http/static.ts';
import { parseJson } from './platform/http/parse-json.ts';
import { refuseAmbiguousHost } from './platform/http/request-guards.ts';
import { limitBodyTime } from './platform/http/body-timeout.ts';
import { UploadReceiver } from './platform/http/upload-receiver.ts';
import { getProject, projectRoutes } from './projects/index.ts';
import { rfRoutes } from './rf/index.ts';
import { sandboxRoutes } from './sandboxes/index.ts';
import { sharingRoutes } from './sharing/index.ts';
import { telemetryRoutes } from './telemetry/index.ts';
import { templateRoutes } from './templates/index.ts';
import { mapRoutes } from './maps/index.ts';
import { topologyRoutes } from './topology/index.ts';
import { videoRoutes } from './video/index.ts';
import { tunnelRoutes } from './tunnels/index.ts';
import type { Services } from './services.ts';
import { VERSION } from './version.ts';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Value of Strict-Transport-Security: one year, with subdomains, because tunnels use subdomains. */
const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';
const BODY_LIMIT = 4 * 1024 * 1024;

/** Handlers of all operations by slice; a missing one is a compile error. */
function createHandlers(services: Services): Handlers {
  return {
    health: () => Promise.resolve({ status: 'ok' as const, version: VERSION }),
    ...accountRoutes(services),
    ...projectRoutes(services),
    ...sharingRoutes(services),
    ...auditRoutes(services, listDemoOperations),
    ...deviceRoutes(services),
    ...waitingRoutes(services),
    ...openWifiRoutes(services),
    ...meshRoutes(),
    ...jobRoutes(services),
    ...roleRoutes,
    ...settingsRoutes(services),
    ...firmwareRoutes(services),
    ...tunnelRoutes(),
    ...networkRoutes(services),
    ...rfRoutes(services),
    ...backupRoutes(),
    ...replacementRoutes(),
    ...sandboxRoutes((context, id) => getProject(services, context.principal, id)),
    ...telemetryRoutes(services, readAppliedVersions),
    ...clientRoutes(services),
    ...alarmRoutes(services),
    ...alarmNotificationRoutes(services),
    ...logRoutes(services),
    ...messageRoutes(services),
    ...templateRoutes(services),
    ...topologyRoutes(services),
    ...mapRoutes(services),
    ...videoRoutes(),
  };
}

/** Handlers and access checks; tests that inject faults replace parts of them. */
export interface AppParts {
  readonly handlers: Handlers;
  readonly serving: ServeServices;
}
export type FaultInjection = (parts: AppParts) => AppParts;

export interface App {
  readonly fastify: FastifyInstance;
  /** All served routes, such as `GET /api/v1/projects`. */
  readonly routes: readonly string[];
}

export async function createApp(
  services: Services,
  consoleDirectory: string,
  adjust: FaultInjection = (parts) => parts,
  tls?: TlsMaterial,
): Promise<App> {
  const { config, clock, entropy } = services;
  const secure =
    tls !== undefined || (config.publicUrl?.startsWith('https:') ?? config.trustedProxy !== undefined);
  const app: FastifyInstance = Fastify<Server, IncomingMessage, ServerResponse>({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxy ?? false,
    bodyLimit: BODY_LIMIT,
    genReqId: () => createRandomBase62(entropy, 12),
    forceCloseConnections: true,
    ...(tls && {
      serverFactory: (handler) =>
        createHttpsServer({ cert: tls.certificate, key: tls.key, minVersion: 'TLSv1.2' }, handler),
    }),
    // Answers an undecodable URL, which fails before any route or hook.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply);
      void replyWithError(error, request, reply);
    },
  });
  const admit = createRequestRateLimit(clock);
  const recordUse = createSessionUseRecorder(clock, services.db);
  const built: ServeServices = {
    cookies: { name: config.cookieName, secure },
    principalOf: (token, access) => findPrincipalOfToken(services, token, access),
    admit: async (principal) => {
      await admit(principal);
      if (principal.kind !== 'anonymous') await recordUse(principal.sessionId);
    },
    projectAccess: (principal, projectId) => services.projectAccess(principal, projectId),
    uploads: new UploadReceiver(config.dataDirectory, entropy),
    demandSpace: () => services.diskGuard.demandSpace(),
  };
  const { handlers, serving } = adjust({ handlers: createHandlers(services), serving: built });
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push(`${each} ${url}`);
  });
  await app.register(cookie);
  await app.register(multipart);
  app.setErrorHandler((error, request, reply) => replyWithError(error, request, reply));
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    refuseAmbiguousHost(request);
    const label = services.tunnels.labelFromHost(getHostName(request));
    if (label !== undefined) {
      // A device's local page has its own host name, which does not serve the console.
      reply.hijack();
      const browser = { network: getSourceNetwork(request.ip), secure };
      await services.tunnels.serve(label, request.raw, reply.raw, browser).catch((error: unknown) => {
        // Fastify sends no error response after a hijack, so the connection is closed.
        request.log.error({ err: error }, 'a request to a local page of a device failed');
        reply.raw.destroy();
      });
      return;
    }
    setSecurityHeaders(reply);
    if (secure) void reply.header('strict-transport-security', STRICT_TRANSPORT);
    void reply.header('x-request-id', request.id);
    checkHost(request, config.host);
    limitBodyTime(clock, request, reply);
  });
  if (config.roles.has('api')) serveApiAndConsole(app, services, handlers, serving, consoleDirectory);
  else app.get('/api/health', () => ({ status: 'ok', version: VERSION }));
  serveMetrics(app, config, {
    devicesConnected: () => services.plane.connectionCount,
    liveStreams: () => services.live.subscriberCount,
    pausedProjects: {
      alarms: () => services.alarms.paused,
      topology: () => services.topology.paused,
    },
  });
  return { fastify: app, routes };
}

function serveApiAndConsole(
  app: FastifyInstance,
  services: Services,
  handlers: Handlers,
  serving: ServeServices,
  consoleDirectory: string,
): void {
  serveApi(app, handlers, serving, services);
  serveLive(app, services, serving);
  app.get('/api/openapi.json', () => buildOpenApiDocument(VERSION));
  app.get('/dev/outbox', (request) => {
    if (!services.outboxShown || !LOOPBACK_NAMES.has(getHostName(request)))
      throw new DomainError('invalidParameters', { status: 404 });
    return { items: services.mailer.outbox?.list() ?? [] };
  });
  const cookieName = getSessionCookieName(serving.cookies);
  serveConsole(app, consoleDirectory, ({ cookies }) => cookies[cookieName] !== undefined);
}

const getHostName = (request: FastifyRequest): string =>
  (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();

/** Accepts only loopback names on loopback, to prevent DNS rebinding by foreign pages. */
function checkHost(request: FastifyRequest, host: string): void {
  if (!['127.0.0.1', 'localhost', '::1'].includes(host) || LOOPBACK_NAMES.has(getHostName(request))) return;
  throw new DomainError('invalidParameters', {
    status: 404,
    message: 'This server is reachable as localhost only. Open it under that name.',
  });
}
