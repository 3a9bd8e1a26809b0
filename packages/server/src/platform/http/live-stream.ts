import {
  DomainError,
  LIVE_HEARTBEAT_MS,
  LIVE_PATH,
  LIVE_STREAM_LIFE_MS,
  type LiveResource,
} from '@northlight/contract';
import type { FastifyInstance } from 'fastify';
import { type Clock, startLoop } from '@northlight/runtime';
import type { ServerResponse } from 'node:http';
import type { Bus } from '../bus/bus.ts';
import type { LiveEvent, LiveHub } from '../live/hub.ts';
import { SlowReaderGuard } from '../live/slow-reader-guard.ts';
import type { RightsWatch } from '../rights-watch.ts';
import { networkOf } from './network.ts';
import { OpenStreams } from './open-streams.ts';
import { authorise, permissionFor, type Principal, type ProjectStanding } from './principal.ts';
import { type ServeServices, tokenOf } from './serve.ts';

const BOTH = ['web', 'openapi'] as const;
/** A client that has not taken the end of its stream after this long is disconnected. */
const FLUSH_MS = 10_000;
/** Without messages of other processes for this long, streams end: what they show would no longer be live. */
const WITHOUT_BUS_MS = 5_000;

export interface LiveServices {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly live: LiveHub;
  readonly rights: RightsWatch;
}

/**
 * `GET /api/v1/live?projectId=`: server-sent invalidations with heartbeats. A stream ends with the right to it, and after
 * ten minutes; whoever opens the next one goes on by Last-Event-ID.
 */
export function serveLive(app: FastifyInstance, live: LiveServices, services: ServeServices): void {
  const { clock, live: hub, rights } = live;
  const slots = new OpenStreams();
  const busGuard = new BusGuard(live);
  app.get(LIVE_PATH, async (request, reply) => {
    busGuard.demandBus();
    const since = rights.version;
    const found = tokenOf(request, services.cookies);
    const principal: Principal = found
      ? await services.principalOf(found.token, found.access)
      : { kind: 'anonymous' };
    authorise(principal, { need: 'session', access: BOTH, writes: false });
    if (principal.kind === 'anonymous') throw new DomainError('notSignedIn');
    const asked = Number((request.query as { projectId?: string }).projectId ?? Number.NaN);
    const projectId = Number.isSafeInteger(asked) ? asked : undefined;
    const project = projectId === undefined ? undefined : await services.projectAccess(principal, projectId);
    if (projectId !== undefined) authorise(principal, { need: 'read', access: BOTH, project });
    let rightsNow = streamRights(hub, principal, project);

    const stream = reply.raw;
    // The client left while its rights were looked up: `close` has fired, so a subscription would never end.
    if (stream.destroyed) return reply.hijack();
    const slot = slots.admit(principal.sessionId, networkOf(request.ip));
    reply.hijack();
    const writer = openStream(stream, clock);
    const accountId = principal.kind === 'account' ? principal.account.id : undefined;
    const hears = ({ change, accountId: of }: Pick<LiveEvent, 'change' | 'accountId'>): boolean =>
      (change.projectId === undefined || change.projectId === projectId) &&
      (of === undefined || of === accountId);
    const deliver = ({ change, text, textWithRows }: LiveEvent): void =>
      writer.write(
        textWithRows !== undefined && rightsNow.mayRead.has(change.resource) ? textWithRows : text,
      );
    const reset = (id: string): void => writer.write(`id: ${id}\nevent: reset\ndata: {}\n\n`);
    const lastId = request.headers['last-event-id'];
    const missed = typeof lastId === 'string' ? hub.since(lastId) : [];
    if (missed) for (const event of missed.filter(hears)) deliver(event);
    else reset(hub.lastId);

    const during = new DisposableStack();
    stream.once('close', () => during.dispose());
    during.use(slot);
    during.defer(hub.subscribe({ hears, deliver, reset }));
    const end = (event: 'ended' | 'renew'): void => {
      writer.write(`event: ${event}\ndata: {}\n\n`);
      stream.end();
      during.defer(clock.after(FLUSH_MS, () => stream.destroy()));
    };
    during.defer(busGuard.add(() => end('renew')));
    during.defer(clock.after(LIVE_STREAM_LIFE_MS, () => end('renew')));
    const heartbeat = startLoop(
      clock,
      LIVE_HEARTBEAT_MS,
      () => {
        writer.write(`id: ${hub.lastId}\nevent: heartbeat\ndata: {}\n\n`);
        writer.check();
      },
      () => undefined,
    );
    during.defer(() => void heartbeat[Symbol.asyncDispose]());
    during.use(
      rights.watch({
        sessionId: principal.sessionId,
        accountId,
        projectId,
        since,
        until: rightsNow.until,
        ask: async () => {
          const now = await lookUp(hub, services, found, projectId);
          if (now) rightsNow = now;
          return now?.until;
        },
        ended: () => end('ended'),
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

/** Ends all streams, and admits no other, while messages of other processes have been missing for too long. */
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
      cancel = clock.after(WITHOUT_BUS_MS, () => {
        this.#isLost = true;
        for (const end of this.#endings) end();
      });
    });
  }

  /** Calls `end` when streams have to end; the returned function takes it back. */
  add(end: () => void): () => void {
    this.#endings.add(end);
    return () => this.#endings.delete(end);
  }

  /** Throws 503 while there is no bus. */
  demandBus(): void {
    if (!this.#bus.isConnected && this.#isLost)
      throw new DomainError('repeated', {
        status: 503,
        message: 'Live updates are not available at the moment. The page tries again by itself.',
        retryAfterSeconds: 2,
      });
  }
}

interface StreamRights {
  /** Resources whose rows the caller could ask for by their lists. */
  readonly mayRead: ReadonlySet<LiveResource>;
  /** When the session or the right to the project ends by itself (ms). */
  readonly until: number;
}

function streamRights(
  hub: LiveHub,
  principal: Exclude<Principal, { kind: 'anonymous' }>,
  project: ProjectStanding,
): StreamRights {
  const allowed = [...hub.rowSources].filter(
    ([, { list }]) =>
      permissionFor(principal, { need: list.needs, access: list.access, project, writes: false }).allowed,
  );
  const ofProject = typeof project === 'object' ? project.until : undefined;
  return {
    mayRead: new Set(allowed.map(([resource]) => resource)),
    until: Math.min(principal.until ?? Infinity, ofProject ?? Infinity),
  };
}

/** What the stream may carry from now on; undefined when it has to end. */
async function lookUp(
  hub: LiveHub,
  services: ServeServices,
  found: ReturnType<typeof tokenOf>,
  projectId: number | undefined,
): Promise<StreamRights | undefined> {
  if (!found) return undefined;
  const principal = await services.principalOf(found.token, found.access);
  if (principal.kind === 'anonymous') return undefined;
  const project = projectId === undefined ? undefined : await services.projectAccess(principal, projectId);
  if (projectId !== undefined && !permissionFor(principal, { need: 'read', access: BOTH, project }).allowed)
    return undefined;
  return streamRights(hub, principal, project);
}
