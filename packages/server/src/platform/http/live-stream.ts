import { LIVE_HEARTBEAT_MS, LIVE_PATH } from '@northlight/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '@northlight/runtime';
import type { LiveEvent, LiveHub } from '../live/hub.ts';
import { networkOf } from './network.ts';
import { OpenStreams } from './open-streams.ts';
import { authorise, permissionFor, type Principal } from './principal.ts';
import { type ServeServices, tokenOf } from './serve.ts';

const BOTH = ['web', 'openapi'] as const;
/** Rights of open streams are asked again this often: ended sessions die within 2 s, ended rights within 5 s. */
const RECHECK_MS = 1_500;
const MAX_BUFFERED_BYTES = 256 * 1024;

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
    if (projectId !== undefined)
      authorise(principal, {
        need: 'read',
        access: BOTH,
        project: await services.projectAccess(principal, projectId),
      });

    const stream = reply.raw;
    // Gone while its rights were looked up: its close has passed, and nothing would ever end the subscription.
    if (stream.destroyed) return reply.hijack();
    const leave = open.admit(
      principal.kind === 'anonymous' ? '' : principal.sessionId,
      networkOf(request.ip),
    );
    stream.once('close', leave);
    reply.hijack();
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const write = (text: string): void => {
      // Ended, but not closed while its reader stands still: a write would be an error that nobody hears.
      if (stream.writableEnded) return;
      if (stream.writableLength > MAX_BUFFERED_BYTES) stream.destroy();
      else stream.write(text);
    };
    const deliver = ({ id, change }: LiveEvent): void =>
      write(`id: ${id}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`);
    const own = principal.kind === 'account' ? principal.account.id : undefined;
    const hears = ({ change, accountId }: LiveEvent): boolean =>
      (change.projectId === undefined || change.projectId === projectId) &&
      (accountId === undefined || accountId === own);

    write('retry: 1000\n\n');
    const lastId = Number(request.headers['last-event-id'] ?? Number.NaN);
    const missed = Number.isFinite(lastId) ? hub.since(lastId) : [];
    if (missed) for (const event of missed.filter(hears)) deliver(event);
    else write(`id: ${hub.lastId}\nevent: reset\ndata: {}\n\n`);

    const ended = new AbortController();
    const unsubscribe = hub.subscribe({ hears, deliver });
    const stopHeartbeat = every(clock, LIVE_HEARTBEAT_MS, () => write('event: heartbeat\ndata: {}\n\n'));
    const stopRecheck = every(clock, RECHECK_MS, () => {
      if (stream.writableEnded) return void stream.destroy();
      void stillAllowed(services, found, projectId).then((allowed) => {
        if (allowed || ended.signal.aborted) return;
        write('event: ended\ndata: {}\n\n');
        stream.end();
      });
    });
    stream.once('close', () => {
      ended.abort();
      unsubscribe();
      stopHeartbeat();
      stopRecheck();
    });
    return reply;
  });
}

async function stillAllowed(
  services: ServeServices,
  found: ReturnType<typeof tokenOf>,
  projectId: number | undefined,
): Promise<boolean> {
  if (!found) return false;
  try {
    const principal = await services.principalOf(found.token, found.access);
    if (projectId === undefined) return true;
    const project = await services.projectAccess(principal, projectId);
    return permissionFor(principal, { need: 'read', access: BOTH, project }).allowed;
  } catch {
    return false;
  }
}

function every(clock: Clock, ms: number, run: () => void): () => void {
  let cancel: () => void;
  const again = (): void => {
    cancel = clock.after(ms, () => {
      run();
      again();
    });
  };
  again();
  return () => cancel();
}
