import { type ClientHttp2Session, connect } from 'node:http2';
import type { Duplex } from 'node:stream';
import type { Clock } from '@northlight/runtime';
import type { Logger } from 'pino';
import type { Db } from '../platform/db/database.ts';
import type { RightHandle, RightsWatch } from '../platform/rights-watch.ts';
import {
  answerNotFound,
  answerText,
  forwardToDevice,
  type TunnelRequest,
  type TunnelResponse,
} from './proxy.ts';
import {
  endTunnel,
  findOpenTunnel,
  redeemTicket,
  TUNNEL_ENDS,
  type TunnelEnd,
  type TunnelRow,
} from './tunnel-rows.ts';
import { findPrincipalOfSession } from '../accounts/index.ts';
import { BOTH_ACCESS, getPermissionFor } from '../platform/http/principal.ts';
import { findProjectAccess } from '../projects/index.ts';

export interface TunnelLinkOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rights: RightsWatch;
  readonly process: string;
}

interface Link {
  readonly session: ClientHttp2Session;
  readonly socket: Duplex;
  readonly access: RightHandle;
}

/** Tunnel connections of devices to this process. Each ends when the opening session loses access. */
export class TunnelLinks implements AsyncDisposable {
  readonly #options: TunnelLinkOptions;
  readonly #links = new Map<string, Link>();
  /** Tunnel ends that are being stored, by tunnel. */
  readonly #endings = new Map<string, Promise<void>>();

  constructor(options: TunnelLinkOptions) {
    this.#options = options;
  }

  /**
   * Redeems a ticket. Returns a function that takes over the device's connection; undefined for an invalid
   * ticket.
   */
  async acceptTicket(ticket: string): Promise<((socket: Duplex) => void) | undefined> {
    const { clock, db, process, rights } = this.#options;
    const since = rights.version;
    const tunnel = await redeemTicket(db, ticket, process, clock.now());
    if (!tunnel) return undefined;
    const until = await this.#readAccessEnd(tunnel).catch(() => undefined);
    if (until !== undefined) return (socket) => this.#addLink(tunnel, socket, { since, until });
    await endTunnel(db, tunnel.id, TUNNEL_ENDS.accessEnded, clock.now());
    return undefined;
  }

  async forward(tunnelId: string, request: TunnelRequest, response: TunnelResponse): Promise<void> {
    const link = this.#links.get(tunnelId);
    await link?.access.settled();
    const isOpen = link !== undefined && !link.session.closed && !link.session.destroyed;
    if (isOpen && this.#links.has(tunnelId)) return forwardToDevice(request, response, link.session);
    // Waits for an end that is being stored, because the tunnel may have ended after the caller read its row.
    await this.#endings.get(tunnelId);
    const { clock, db } = this.#options;
    if (!(await findOpenTunnel(db, tunnelId, clock.now()))) answerNotFound(response);
    else
      answerText(response, 502, 'The device is not connected. Open its local page again from the console.');
  }

  has(tunnelId: string): boolean {
    return this.#links.has(tunnelId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const id of this.#links.keys()) this.#end(id, TUNNEL_ENDS.stopped);
    await Promise.all(this.#endings.values());
  }

  #addLink(tunnel: TunnelRow, socket: Duplex, known: { since: number; until: number }): void {
    const { clock, log, rights } = this.#options;
    const {
      account_id: accountId,
      expires_at: expiresAt,
      id,
      project_id: projectId,
      session_id: sessionId,
    } = tunnel;
    const session = connect('http://device', {
      createConnection: () => socket,
      maxSessionMemory: 32,
      settings: { enablePush: false },
    });
    session.on('error', (error) => log.debug({ err: error }, 'a device’s tunnel failed'));
    session.once('close', () => this.#end(id, TUNNEL_ENDS.lost));
    const ended = (): void =>
      this.#end(id, expiresAt.getTime() <= clock.now() ? TUNNEL_ENDS.expired : TUNNEL_ENDS.accessEnded);
    const access = rights.watch({
      sessionId,
      accountId,
      projectId,
      ...known,
      lookUp: () => this.#readAccessEnd(tunnel),
      onEnded: ended,
    });
    this.#links.set(id, { session, socket, access });
  }

  /** Reads when the access ends; undefined also for a tunnel that another process has closed. */
  async #readAccessEnd({ id }: TunnelRow): Promise<number | undefined> {
    const { clock, db } = this.#options;
    const tunnel = await findOpenTunnel(db, id, clock.now());
    if (!tunnel) return undefined;
    return readAccessEnd({ clock, db }, tunnel);
  }

  #end(id: string, end: TunnelEnd): void {
    const link = this.#links.get(id);
    if (!link) return;
    this.#links.delete(id);
    link.access[Symbol.dispose]();
    link.session.destroy();
    link.socket.destroy();
    const { clock, db, log } = this.#options;
    const ending = endTunnel(db, id, end, clock.now())
      .catch((error: unknown) => log.warn({ err: error }, 'the end of a tunnel could not be stored'))
      .finally(() => this.#endings.delete(id));
    this.#endings.set(id, ending);
  }
}

/**
 * Returns the time (ms) at which the access of the opening session to a tunnel expires; undefined when it has
 * ended already. Throws when the session itself has ended.
 */
async function readAccessEnd(
  { clock, db }: { readonly clock: Clock; readonly db: Db },
  tunnel: TunnelRow,
): Promise<number | undefined> {
  const { access, device_id: deviceId, project_id: projectId, session_id: sessionId } = tunnel;
  const principal = await findPrincipalOfSession({ clock, db }, sessionId, access);
  if (principal.kind !== 'account') return undefined;
  const project = await findProjectAccess(db, clock, principal, projectId);
  const demand = { need: 'write', access: BOTH_ACCESS, notInDemo: true } as const;
  if (!getPermissionFor(principal, { ...demand, project }).allowed || typeof project !== 'object')
    return undefined;
  const device = db.selectFrom('devices').select('id').where('id', '=', deviceId);
  if (!(await device.where('project_id', '=', projectId).executeTakeFirst())) return undefined;
  return Math.min(principal.until ?? Infinity, project.until ?? Infinity, tunnel.expires_at.getTime());
}
