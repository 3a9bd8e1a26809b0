import {
  DomainError,
  parseDecimal,
  LIVE_HEARTBEAT_MS,
  LIVE_PATH,
  LIVE_STREAM_LIFE_MS,
  type LiveResource,
} from '@northlight/contract';
import type { FastifyInstance } from 'fastify';
import { type Clock, startLoop, getSourceNetwork } from '@northlight/runtime';
import type { ServerResponse } from 'node:http';
import type { Bus } from '../bus/bus.ts';
import type { LiveEvent, LiveHub } from '../live/hub.ts';
import { SlowReaderGuard } from '../live/slow-reader-guard.ts';
import type { RightsWatch } from '../rights-watch.ts';
import { StreamLimiter } from './stream-limiter.ts';
import { authorise, getPermissionFor, type Principal, type ProjectAccessResult } from './principal.ts';
import { type ServeServices, readToken } from './serve.ts';

const BOTH = ['web', 'openapi'] as const;
/** Time after which a client that has not read the end of its stream is disconnected. */
const CLOSE_TIMEOUT_MS = 10_000;
/** Maximum time without the bus after which streams end, because their data would no longer be live. */
const MAX_BUS_OUTAGE_MS = 5_000;

export interface LiveServices {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly live: LiveHub;
  readonly rights: RightsWatch;
}

/**
 * `GET /api/v1/live?projectId=`: server-sent events that invalidate resources, with heartbeats. A stream ends
 * when the caller's right ends, and after 10 min. The client then resumes with Last-Event-ID.
 */
export function serveLive(app: FastifyInstance, live: LiveServices, services: ServeServices): void {
  const { clock, live: hub, rights } = live;
  const slots = new StreamLimiter();
  const busGuard = new BusGuard(live);
  app.get(LIVE_PATH, async (request, reply) => {
    busGuard.demandBus();
    const version = rights.version;
    const found = readToken(request, services.cookies);
    const principal: Principal = found
      ? await services.principalOf(found.token, found.access)
      : { kind: 'anonymous' };
    authorise(principal, { need: 'session', access: BOTH, writes: false });
    if (principal.kind === 'anonymous') throw new DomainError('notSignedIn');
    const projectId = parseDecimal(String((request.query as { projectId?: unknown }).projectId));
    const project = projectId === undefined ? undefined : await services.projectAccess(principal, projectId);
    if (projectId !== undefined) authorise(principal, { need: 'read', access: BOTH, project });
    let streamRights = computeRights(hub, principal, project);

    const stream = reply.raw;
    // Does not subscribe after a disconnect during the look-up: `close` has fired already, so the
    // subscription would never end.
    if (stream.destroyed) return reply.hijack();
    const slot = slots.admit(principal.sessionId, getSourceNetwork(request.ip));
    // Copies the headers that every response has, because a hijacked reply loses them.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) stream.setHeader(name, value);
    reply.hijack();
    const writer = openStream(stream, clock);
    const accountId = principal.kind === 'account' ? principal.account.id : undefined;
    const accepts = ({ change, accountId: of }: Pick<LiveEvent, 'change' | 'accountId'>): boolean =>
      (change.projectId === undefined || change.projectId === projectId) &&
      (of === undefined || of === accountId);
    const deliver = ({ change, text, textWithRows }: LiveEvent): void =>
      writer.write(
        textWithRows !== undefined && streamRights.mayRead.has(change.resource) ? textWithRows : text,
      );
    const reset = (id: string): void => writer.write(`id: ${id}\nevent: reset\ndata: {}\n\n`);
    const lastId = request.headers['last-event-id'];
    const missed = typeof lastId === 'string' ? hub.since(lastId) : [];
    if (missed) for (const event of missed.filter(accepts)) deliver(event);
    else reset(hub.lastId);

    const cleanup = new DisposableStack();
    stream.once('close', () => cleanup.dispose());
    cleanup.use(slot);
    cleanup.defer(hub.subscribe({ accepts, deliver, reset }));
    const end = (event: 'ended' | 'renew'): void => {
      writer.write(`event: ${event}\ndata: {}\n\n`);
      stream.end();
      cleanup.defer(clock.after(CLOSE_TIMEOUT_MS, () => stream.destroy()));
    };
    cleanup.defer(busGuard.add(() => end('renew')));
    cleanup.defer(clock.after(LIVE_STREAM_LIFE_MS, () => end('renew')));
    const heartbeat = startLoop(
      clock,
      LIVE_HEARTBEAT_MS,
      () => {
        writer.write(`id: ${hub.lastId}\nevent: heartbeat\ndata: {}\n\n`);
        writer.check();
      },
      () => undefined,
    );
    cleanup.defer(() => void heartbeat[Symbol.asyncDispose]());
    cleanup.use(
      rights.watch({
        sessionId: principal.sessionId,
        accountId,
        projectId,
        since: version,
        until: streamRights.until,
        lookUp: async () => {
          const current = await lookUpRights(hub, services, found, projectId);
          if (current) streamRights = current;
          return current?.until;
        },
        onEnded: () => end('ended'),
      }),
    );
    return reply;
  });
}

function openStream(stream: ServerResponse, clock: Clock): SlowReaderGuard {
  stream.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const writer = new SlowReaderGuard(stream, clock);
  writer.write('retry: 1000\n\n');
  return writer;
}

/** Ends all streams and rejects new ones when the bus is disconnected for more than 5 s. */
class BusGuard {
  readonly #bus: Bus;
  readonly #endings = new Set<() => void>();
  #isLost = false;

  constructor({ bus, clock, live }: LiveServices) {
    this.#bus = bus;
    let cancel: () => void = () => undefined;
    bus.onConnection((isConnected) => {
      cancel();
      if (isConnected) {
        this.#isLost = false;
        live.reset();
        return;
      }
      cancel = clock.after(MAX_BUS_OUTAGE_MS, () => {
        this.#isLost = true;
        for (const end of this.#endings) end();
      });
    });
  }

  /** Registers a callback that ends a stream; the returned function removes it. */
  add(end: () => void): () => void {
    this.#endings.add(end);
    return () => this.#endings.delete(end);
  }

  /** Throws 503 when the bus is disconnected for more than 5 s. */
  demandBus(): void {
    if (!this.#bus.isConnected && this.#isLost)
      throw new DomainError('repeated', {
        status: 503,
        message: 'Live updates are not available at the moment. The page retries automatically.',
        retryAfterSeconds: 2,
      });
  }
}

interface StreamRights {
  /** Resources whose rows the caller may receive, because the caller has access to the list operation. */
  readonly mayRead: ReadonlySet<LiveResource>;
  /** Time at which the session or the right to the project expires, whichever is first (ms). */
  readonly until: number;
}

function computeRights(
  hub: LiveHub,
  principal: Exclude<Principal, { kind: 'anonymous' }>,
  project: ProjectAccessResult,
): StreamRights {
  const allowed = [...hub.rowSources].filter(
    ([, { list }]) =>
      getPermissionFor(principal, { need: list.needs, access: list.access, project, writes: false }).allowed,
  );
  const ofProject = typeof project === 'object' ? project.until : undefined;
  return {
    mayRead: new Set(allowed.map(([resource]) => resource)),
    until: Math.min(principal.until ?? Infinity, ofProject ?? Infinity),
  };
}

/** Looks up the caller's current rights; undefined when the stream must end. */
async function lookUpRights(
  hub: LiveHub,
  services: ServeServices,
  found: ReturnType<typeof readToken>,
  projectId: number | undefined,
): Promise<StreamRights | undefined> {
  if (!found) return undefined;
  const principal = await services.principalOf(found.token, found.access);
  if (principal.kind === 'anonymous') return undefined;
  const project = projectId === undefined ? undefined : await services.projectAccess(principal, projectId);
  if (
    projectId !== undefined &&
    !getPermissionFor(principal, { need: 'read', access: BOTH, project }).allowed
  )
    return undefined;
  return computeRights(hub, principal, project);
}
