import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Entropy, sha256Hex } from '@northlight/runtime';
import type { Peers } from '../platform/peers/peers.ts';
import type { Envelope } from '../platform/secrets/envelope.ts';
import { answerGone, answerText, passToProcess } from './proxy.ts';
import { type TunnelLinkOptions, TunnelLinks } from './tunnel-links.ts';
import {
  endOf,
  endTunnel,
  setEntrance,
  TUNNEL_ENDS,
  tunnelAtLabel,
  type TunnelRow,
  useEntrance,
} from './tunnel-rows.ts';

const ENTRANCE_MS = 60_000;
const COOKIE = 'northlight-device';
const ENTER_PATH = '/.northlight/enter';

export interface TunnelHubOptions extends TunnelLinkOptions {
  /** `LABEL.HOST` reaches a tunnel; undefined: there is no remote management. */
  readonly host: string | undefined;
  readonly entropy: Entropy;
  readonly envelope: Envelope;
  /** The other server processes; undefined when there are none. */
  readonly peers: Peers | undefined;
  /** Where a server process is reached; undefined when it is gone. */
  readonly addressOf: (process: string) => Promise<string | undefined>;
}

/**
 * Tunnels to devices' own pages. A device dials and speaks HTTP/2 as the server of its page; a browser reaches it under
 * a host name of the tunnel's own, so that nothing of the console is in reach of what a device serves. The device may
 * dial one server process and the browser ask another: the row says who holds the connection, the others pass on to it.
 */
export class TunnelHub implements AsyncDisposable {
  readonly links: TunnelLinks;
  readonly #options: TunnelHubOptions;

  constructor(options: TunnelHubOptions) {
    this.#options = options;
    this.links = new TunnelLinks(options);
    // Only processes get here, and they have asked for the cookie.
    options.peers?.answer((request, response) => {
      this.links.pass(request.authority, request, response).catch((error: unknown) => {
        options.log.error({ err: error }, 'a request to a device’s page failed');
        response.stream.close();
      });
    });
  }

  get isAvailable(): boolean {
    return this.#options.host !== undefined;
  }

  /** First part of a tunnel's host name: nobody guesses it (128 bits). */
  labelOfTunnel(tunnelId: string): string {
    return this.#secret('label', tunnelId, 16);
  }

  /** What the device proves itself with when it dials (256 bits). */
  ticketOfTunnel(tunnelId: string): string {
    return this.#secret('ticket', tunnelId, 32);
  }

  /** Whether the device is connected; a tunnel whose process is gone has ended, which is noted. */
  async isConnected(tunnel: TunnelRow): Promise<boolean> {
    const { clock, db, process } = this.#options;
    if (tunnel.process === null) return false;
    if (tunnel.process === process) return this.links.has(tunnel.id);
    if ((await this.#options.addressOf(tunnel.process)) !== undefined) return true;
    await endTunnel(db, tunnel.id, TUNNEL_ENDS.stopped, clock.now());
    return false;
  }

  /** The part of an address at which the browser enters, once; a new one each time. */
  async newEntrance(tunnelId: string): Promise<string> {
    const { clock, db, entropy } = this.#options;
    const key = Buffer.from(entropy.bytes(16)).toString('hex');
    await setEntrance(db, tunnelId, key, clock.now() + ENTRANCE_MS);
    return `${ENTER_PATH}?key=${key}`;
  }

  /** The label of a host name that belongs to a tunnel; undefined for the console's own. */
  labelOf(hostName: string): string | undefined {
    const { host } = this.#options;
    if (host === undefined || !hostName.endsWith(`.${host}`)) return undefined;
    return hostName.slice(0, -host.length - 1);
  }

  /** Answers a browser's request at a tunnel's host name. */
  async serve(
    label: string,
    request: IncomingMessage,
    response: ServerResponse,
    secure: boolean,
  ): Promise<void> {
    const { clock, db, process } = this.#options;
    const url = URL.parse(request.url ?? '/', 'http://device');
    const tunnel = url ? await tunnelAtLabel(db, label) : undefined;
    if (!url || !tunnel || endOf(tunnel, clock.now())) return answerGone(response);
    if (url.pathname === ENTER_PATH) return this.#enter(tunnel, url, response, secure);
    if (!hasCookie(request, this.#cookieOf(tunnel))) return answerGone(response);
    if (tunnel.process === null || tunnel.process === process)
      return this.links.pass(tunnel.id, request, response);
    const address = await this.#options.addressOf(tunnel.process);
    const peer = address === undefined ? undefined : this.#options.peers?.to(address);
    if (peer) passToProcess(request, response, peer, tunnel.id);
    else answerText(response, 502, 'The device is not connected.');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.links[Symbol.asyncDispose]();
  }

  async #enter(tunnel: TunnelRow, url: URL, response: ServerResponse, secure: boolean): Promise<void> {
    const { clock, db } = this.#options;
    const key = url.searchParams.get('key') ?? '';
    if (!(await useEntrance(db, tunnel.id, key, clock.now()))) return answerGone(response);
    // Lax: who comes from the console's own host name must have the cookie on the redirection already.
    response.writeHead(303, {
      location: '/',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'set-cookie': `${COOKIE}=${this.#cookieOf(tunnel)}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    });
    response.end();
  }

  #cookieOf = ({ id }: TunnelRow): string => this.#secret('cookie', id, 32);

  /** Secrets of a tunnel follow from the server's key: the database has nothing but hashes of them. */
  #secret(part: 'label' | 'ticket' | 'cookie', tunnelId: string, bytes: number): string {
    return this.#options.envelope.derive(`tunnel-${part}`, tunnelId).toString('hex', 0, bytes);
  }
}

function hasCookie({ headers }: IncomingMessage, value: string): boolean {
  return (headers.cookie ?? '').split(';').some((pair) => {
    const [name, given = ''] = pair.trim().split('=');
    return name === COOKIE && sameSecret(value, given);
  });
}

const sameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(sha256Hex(one)), Buffer.from(sha256Hex(other)));
