import { LIVE_HEARTBEAT_MS, LIVE_PATH, type LiveResource } from '@northlight/contract';
import type { FastifyInstance } from 'fastify';
import { type Clock, startLoop } from '@northlight/runtime';
import type { LiveEvent, LiveHub } from '../live/hub.ts';
import { PatientWriter } from '../live/patient-writer.ts';
import { networkOf } from './network.ts';
import { OpenStreams } from './open-streams.ts';
import { authorise, permissionFor, type Principal, type ProjectStanding } from './principal.ts';
import { type ServeServices, tokenOf } from './serve.ts';

const BOTH = ['web', 'openapi'] as const;
/** Rights of open streams are asked again this often: ended sessions die within 2 s, ended rights within 5 s. */
const RECHECK_MS = 1_500;
/** A client that has not taken the end of its stream after this long is disconnected. */
const FLUSH_MS = 10_000;

/** `GET /api/v1/live?projectId=`: server-sent invalidations, with heartbeat and resume by Last-Event-ID. */
export function serveLive(app: FastifyInstance, hub: LiveHub, clock: Clock, services: ServeServices): void {
  const open = new OpenStreams();
  app.get(LIVE_PATH, async (request, reply) => {
    const found = tokenOf(request, services.cookies);
    const principal: Principal = found
      ? await services.principalOf(found.token, found.access)
      : { kind: 'anonymous' };
    authorise(principal, { need: 'session', access: BOTH, writes: false });
    const asked = Number((request.query as { projectId?: string }).projectId ?? Number.NaN);
    const projectId = Number.isSafeInteger(asked) ? asked : undefined;
    const project = projectId === undefined ? undefined : await services.projectAccess(principal, projectId);
    if (projectId !== undefined) authorise(principal, { need: 'read', access: BOTH, project });
    let mayRead = readable(hub, principal, project);

    const stream = reply.raw;
    // Gone while its rights were looked up: its close has passed, and nothing would ever end the subscription.
    if (stream.destroyed) return reply.hijack();
    const slot = open.admit(principal.kind === 'anonymous' ? '' : principal.sessionId, networkOf(request.ip));
    stream.once('close', () => slot[Symbol.dispose]());
    reply.hijack();
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const writer = new PatientWriter(stream, clock);
    const write = (text: string): void => writer.write(text);
    const deliver = ({ change, text, textWithRows }: LiveEvent): void =>
      write(textWithRows !== undefined && mayRead.has(change.resource) ? textWithRows : text);
    const own = principal.kind === 'account' ? principal.account.id : undefined;
    const hears = ({ change, accountId }: Pick<LiveEvent, 'change' | 'accountId'>): boolean =>
      (change.projectId === undefined || change.projectId === projectId) &&
      (accountId === undefined || accountId === own);

    write('retry: 1000\n\n');
    const lastId = Number(request.headers['last-event-id'] ?? Number.NaN);
    const missed = Number.isFinite(lastId) ? hub.since(lastId) : [];
    if (missed) for (const event of missed.filter(hears)) deliver(event);
    else write(`id: ${hub.lastId}\nevent: reset\ndata: {}\n\n`);

    const ended = new AbortController();
    let endedAt: number | undefined;
    const unsubscribe = hub.subscribe({ hears, deliver });
    const ignore = (): void => undefined;
    const heartbeat = startLoop(
      clock,
      LIVE_HEARTBEAT_MS,
      () => write('event: heartbeat\ndata: {}\n\n'),
      ignore,
    );
    const recheck = startLoop(
      clock,
      RECHECK_MS,
      () => {
        if (endedAt !== undefined && clock.now() - endedAt >= FLUSH_MS) return void stream.destroy();
        if (endedAt !== undefined) return;
        writer.look();
        void rightsNow(hub, services, found, projectId).then((rights) => {
          if (rights) mayRead = rights;
          if (rights || ended.signal.aborted) return;
          write('event: ended\ndata: {}\n\n');
          endedAt = clock.now();
          stream.end();
        });
      },
      ignore,
    );
    stream.once('close', () => {
      ended.abort();
      unsubscribe();
      void heartbeat[Symbol.asyncDispose]();
      void recheck[Symbol.asyncDispose]();
    });
    return reply;
  });
}

/** Resources whose rows the caller could ask for by their lists. */
function readable(hub: LiveHub, principal: Principal, project: ProjectStanding): ReadonlySet<LiveResource> {
  const allowed = [...hub.rowSources].filter(
    ([, { list }]) =>
      permissionFor(principal, { need: list.needs, access: list.access, project, writes: false }).allowed,
  );
  return new Set(allowed.map(([resource]) => resource));
}

/** What the stream may carry from now on; undefined when it has to end. */
async function rightsNow(
  hub: LiveHub,
  services: ServeServices,
  found: ReturnType<typeof tokenOf>,
  projectId: number | undefined,
): Promise<ReadonlySet<LiveResource> | undefined> {
  if (!found) return undefined;
  try {
    const principal = await services.principalOf(found.token, found.access);
    const project = projectId === undefined ? undefined : await services.projectAccess(principal, projectId);
    if (projectId !== undefined && !permissionFor(principal, { need: 'read', access: BOTH, project }).allowed)
      return undefined;
    return readable(hub, principal, project);
  } catch {
    return undefined;
  }
}
