import { type ClientHttp2Session, connect } from 'node:http2';
import type { Duplex } from 'node:stream';
import type { Clock } from '@northlight/runtime';
import type { Logger } from 'pino';
import type { Db } from '../platform/db/database.ts';
import type { RightHandle, RightsWatch } from '../platform/rights-watch.ts';
import { rightToTunnel } from './right.ts';
import { answerGone, answerText, passToDevice, type TunnelRequest, type TunnelResponse } from './proxy.ts';
import {
  endTunnel,
  openTunnelRow,
  takeTicket,
  TUNNEL_ENDS,
  type TunnelEnd,
  type TunnelRow,
} from './tunnel-rows.ts';

export interface TunnelLinkOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rights: RightsWatch;
  /** Names this server process. */
  readonly process: string;
}

interface Link {
  readonly session: ClientHttp2Session;
  readonly socket: Duplex;
  readonly right: RightHandle;
}

/** The connections of devices that dialled to this process. Each ends with the right of the session that asked for it. */
export class TunnelLinks implements AsyncDisposable {
  readonly #options: TunnelLinkOptions;
  readonly #links = new Map<string, Link>();
  /** Ends that are being noted. */
  readonly #endings = new Map<string, Promise<void>>();

  constructor(options: TunnelLinkOptions) {
    this.#options = options;
  }

  /** Uses a ticket up. Undefined when it is not good; otherwise what takes over the connection of the device. */
  async take(ticket: string): Promise<((socket: Duplex) => void) | undefined> {
    const { clock, db, process, rights } = this.#options;
    const since = rights.version;
    const tunnel = await takeTicket(db, ticket, process, clock.now());
    if (!tunnel) return undefined;
    const until = await this.#ask(tunnel).catch(() => undefined);
    if (until !== undefined) return (socket) => this.#link(tunnel, socket, { since, until });
    await endTunnel(db, tunnel.id, TUNNEL_ENDS.right, clock.now());
    return undefined;
  }

  /** Answers a request at the page of the device at the other end. */
  async pass(tunnelId: string, request: TunnelRequest, response: TunnelResponse): Promise<void> {
    const link = this.#links.get(tunnelId);
    await link?.right.settled();
    const isOpen = link !== undefined && !link.session.closed && !link.session.destroyed;
    if (isOpen && this.#links.has(tunnelId)) return passToDevice(request, response, link.session);
    // It may have ended since the caller read its row.
    await this.#endings.get(tunnelId);
    const { clock, db } = this.#options;
    if (!(await openTunnelRow(db, tunnelId, clock.now()))) answerGone(response);
    else answerText(response, 502, 'The device is not connected.');
  }

  has(tunnelId: string): boolean {
    return this.#links.has(tunnelId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const id of this.#links.keys()) this.#end(id, TUNNEL_ENDS.stopped);
    await Promise.all(this.#endings.values());
  }

  #link(tunnel: TunnelRow, socket: Duplex, known: { since: number; until: number }): void {
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
    const onEnded = (): void =>
      this.#end(id, expiresAt.getTime() <= clock.now() ? TUNNEL_ENDS.over : TUNNEL_ENDS.right);
    const right = rights.watch({
      sessionId,
      accountId,
      projectId,
      ...known,
      lookUp: () => this.#ask(tunnel),
      onEnded,
    });
    this.#links.set(id, { session, socket, right });
  }

  /** A tunnel that was closed at any process has no right any more. */
  async #ask({ id }: TunnelRow): Promise<number | undefined> {
    const { clock, db } = this.#options;
    const tunnel = await openTunnelRow(db, id, clock.now());
    if (!tunnel) return undefined;
    return rightToTunnel({ clock, db }, tunnel);
  }

  #end(id: string, end: TunnelEnd): void {
    const link = this.#links.get(id);
    if (!link) return;
    this.#links.delete(id);
    link.right[Symbol.dispose]();
    link.session.destroy();
    link.socket.destroy();
    const { clock, db, log } = this.#options;
    const ending = endTunnel(db, id, end, clock.now())
      .catch((error: unknown) => log.warn({ err: error }, 'the end of a tunnel was not noted'))
      .finally(() => this.#endings.delete(id));
    this.#endings.set(id, ending);
  }
}
