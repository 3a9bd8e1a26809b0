import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Entropy, createRandomId, hashSha256Hex } from '@northlight/runtime';
import { writeAudit } from '../platform/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Peers } from '../platform/peers/peers.ts';
import type { Envelope } from '../platform/secrets/envelope.ts';
import { answerNotFound, answerText, forwardToProcess } from './proxy.ts';
import { type TunnelLinkOptions, TunnelLinks } from './tunnel-links.ts';
import {
  findTunnelEnd,
  endTunnel,
  setEntryKey,
  TUNNEL_ENDS,
  findTunnelByLabel,
  type TunnelRow,
  useEntryKey,
} from './tunnel-rows.ts';

const ENTRY_KEY_MS = 60_000;
const COOKIE = 'northlight-device';
const ENTER_PATH = '/.northlight/enter';

export interface TunnelHubOptions extends TunnelLinkOptions {
  /** Parent of the tunnels' host names `LABEL.HOST`; undefined disables remote management. */
  readonly host: string | undefined;
  readonly entropy: Entropy;
  readonly envelope: Envelope;
  /** Connections to other server processes; undefined for a single process. */
  readonly peers: Peers | undefined;
  /** Address of a server process; undefined when it has stopped. */
  readonly addressOf: (process: string) => Promise<string | undefined>;
}

/** Browser of a request: its source network, and whether it connects over TLS. */
export interface Browser {
  readonly network: string;
  readonly secure: boolean;
}

/**
 * Tunnels to local pages of devices. A device connects and is the HTTP/2 server of its page. Browsers use a
 * separate host name for each tunnel, so that the page cannot access the console. Device and browser may use
 * different server processes: the row names the process with the connection, and the others forward requests
 * to it.
 */
export class TunnelHub implements AsyncDisposable {
  readonly links: TunnelLinks;
  readonly #options: TunnelHubOptions;

  constructor(options: TunnelHubOptions) {
    this.#options = options;
    this.links = new TunnelLinks(options);
    // Does not check the cookie: these requests come from other server processes, which have checked it.
    options.peers?.answer((request, response) => {
      this.links.forward(request.authority, request, response).catch((error: unknown) => {
        options.log.error({ err: error }, 'a request to a device’s page failed');
        response.stream.close();
      });
    });
  }

  get isAvailable(): boolean {
    return this.#options.host !== undefined;
  }

  /** Returns the first part of a tunnel's host name, which has 128 bits and cannot be guessed. */
  labelOfTunnel(tunnelId: string): string {
    return this.#deriveSecret('label', tunnelId, 16);
  }

  /** Returns the ticket that authenticates the device when it connects (256 bits). */
  ticketOfTunnel(tunnelId: string): string {
    return this.#deriveSecret('ticket', tunnelId, 32);
  }

  /** Returns true while the device is connected; ends a tunnel whose server process has stopped. */
  async isConnected(tunnel: Pick<TunnelRow, 'id' | 'process'>): Promise<boolean> {
    const { clock, db, process } = this.#options;
    if (tunnel.process === null) return false;
    if (tunnel.process === process) return this.links.has(tunnel.id);
    if ((await this.#options.addressOf(tunnel.process)) !== undefined) return true;
    await endTunnel(db, tunnel.id, TUNNEL_ENDS.stopped, clock.now());
    return false;
  }

  /** Returns the path and key with which a browser can enter once. Replaces the earlier key. */
  async createEntryPath(tunnelId: string): Promise<string> {
    const { clock, db, entropy } = this.#options;
    const key = Buffer.from(entropy.bytes(16)).toString('hex');
    await setEntryKey(db, tunnelId, key, clock.now() + ENTRY_KEY_MS);
    return `${ENTER_PATH}?key=${key}`;
  }

  /** Returns the label of a tunnel's host name; undefined for host names of the console. */
  labelFromHost(hostName: string): string | undefined {
    const { host } = this.#options;
    if (host === undefined || !hostName.endsWith(`.${host}`)) return undefined;
    return hostName.slice(0, -host.length - 1);
  }

  /** Answers a browser's request for a tunnel's host name. */
  async serve(
    label: string,
    request: IncomingMessage,
    response: ServerResponse,
    browser: Browser,
  ): Promise<void> {
    const { clock, db, process } = this.#options;
    const url = URL.parse(request.url ?? '/', 'http://device');
    const tunnel = url ? await findTunnelByLabel(db, label) : undefined;
    if (!url || !tunnel || findTunnelEnd(tunnel, clock.now())) return answerNotFound(response);
    if (url.pathname === ENTER_PATH) return this.#handleEntry(tunnel, url, response, browser);
    if (!hasCookie(request, this.#cookieFor(tunnel))) return answerNotFound(response);
    if (tunnel.process === null || tunnel.process === process)
      return this.links.forward(tunnel.id, request, response);
    const address = await this.#options.addressOf(tunnel.process);
    const peer = address === undefined ? undefined : this.#options.peers?.to(address);
    if (peer) forwardToProcess(request, response, peer, tunnel.id);
    else
      answerText(response, 502, 'The device is not connected. Open its local page again from the console.');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.links[Symbol.asyncDispose]();
  }

  async #handleEntry(
    tunnel: TunnelRow,
    url: URL,
    response: ServerResponse,
    { network, secure }: Browser,
  ): Promise<void> {
    const { clock, db, entropy } = this.#options;
    const now = clock.now();
    const isEntered = await db.transaction().execute(async (tx) => {
      if (!(await useEntryKey(tx, tunnel.id, url.searchParams.get('key') ?? '', now))) return false;
      await writeAudit(tx, {
        id: createRandomId(entropy, now),
        at: new Date(now),
        actor: await readActor(tx, tunnel),
        actor_id: tunnel.account_id,
        network,
        project_id: tunnel.project_id,
        action: 'device.tunnel-enter',
        object: `device ${tunnel.device_name}`,
        before: null,
        after: null,
        result: 'ok',
        request_id: null,
      });
      return true;
    });
    if (!isEntered) return answerNotFound(response);
    // SameSite is Lax, so that a browser that comes from the console sends the cookie on the redirect.
    response.writeHead(303, {
      location: '/',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'set-cookie': `${COOKIE}=${this.#cookieFor(tunnel)}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    });
    response.end();
  }

  #cookieFor = ({ id }: TunnelRow): string => this.#deriveSecret('cookie', id, 32);

  /** Derives a tunnel's secrets from the server's key, because the database stores only their hashes. */
  #deriveSecret(part: 'label' | 'ticket' | 'cookie', tunnelId: string, bytes: number): string {
    return this.#options.envelope.derive(`tunnel-${part}`, tunnelId).toString('hex', 0, bytes);
  }
}

async function readActor(tx: Tx, { account_id: id }: TunnelRow): Promise<string> {
  const row = await tx.selectFrom('accounts').select('account').where('id', '=', id).executeTakeFirst();
  return row?.account ?? 'unknown';
}

function hasCookie({ headers }: IncomingMessage, value: string): boolean {
  return (headers.cookie ?? '').split(';').some((pair) => {
    const [name, given = ''] = pair.trim().split('=');
    return name === COOKIE && isSameSecret(value, given);
  });
}

const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashSha256Hex(one)), Buffer.from(hashSha256Hex(other)));
