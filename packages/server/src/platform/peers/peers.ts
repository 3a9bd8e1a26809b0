import {
  type ClientHttp2Session,
  connect,
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { type Clock, KeyedBucket } from '@northlight/runtime';
import type { Logger } from 'pino';

/** TLS settings with which both sides prove in the handshake that they know the pre-shared key (RFC 5489). */
const TLS = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
} as const;
const IDENTITY = 'northlight';
const IDLE_MS = 60_000;
const HANDSHAKE_MS = 10_000;
/** Maximum number of connections of other processes, of which an installation has a few. */
const MAX_CONNECTIONS = 256;
const WILDCARDS = new Set(['0.0.0.0', '::']);

export interface PeerOptions {
  /** Bind address; port 0 chooses a free port. */
  readonly host: string;
  readonly port: number;
  /** Host at which other processes reach this process; derived from `host` when undefined. */
  readonly publicHost: string | undefined;
  /** Key of 32 bytes that all processes of an installation share. */
  readonly key: Buffer;
  readonly clock: Clock;
  readonly log: Logger;
  /** Time of a handshake, after which a silent connection is closed (ms). */
  readonly handshakeMs?: number;
}

export type PeerHandler = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/**
 * HTTP/2 connections between the server processes of one installation, over TLS with a pre-shared key. The
 * key is derived from the installation's key, so that no certificate is needed and other clients fail the
 * handshake.
 */
export class Peers implements AsyncDisposable {
  /** `host:port` at which the other processes reach this one. */
  readonly address: string;
  readonly #options: PeerOptions;
  readonly #server: Http2SecureServer;
  readonly #sessions = new Map<string, ClientHttp2Session>();
  readonly #accepted = new Set<ServerHttp2Session>();
  #handler: PeerHandler = (_request, response) => response.writeHead(404).end();

  private constructor(options: PeerOptions, server: Http2SecureServer) {
    this.#options = options;
    this.#server = server;
    const bound = server.address();
    const port = typeof bound === 'object' && bound ? bound.port : options.port;
    const host = options.publicHost ?? (WILDCARDS.has(options.host) ? hostname() : options.host);
    this.address = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  }

  static async open(options: PeerOptions): Promise<Peers> {
    const { clock, handshakeMs = HANDSHAKE_MS, host, key, log, port } = options;
    const server = createSecureServer({
      ...TLS,
      handshakeTimeout: handshakeMs,
      pskCallback: (_socket, identity) => (identity === IDENTITY ? key : null),
    });
    server.maxConnections = MAX_CONNECTIONS;
    const warnings = new KeyedBucket({ ratePerSecond: 1 / 60, burst: 5 });
    server.on('tlsClientError', (error) => {
      if (warnings.take('', clock.now())) log.warn({ err: error }, 'a process without the key was refused');
    });
    server.on('sessionError', (error) => log.debug({ err: error }, 'a connection between processes failed'));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, () => resolve());
    });
    const peers = new Peers(options, server);
    server.on('session', (session) => {
      peers.#accepted.add(session);
      session.once('close', () => peers.#accepted.delete(session));
    });
    server.on('request', (request, response) => peers.#handler(request, response));
    return peers;
  }

  /** Sets the handler of requests from other processes. */
  answer(handler: PeerHandler): void {
    this.#handler = handler;
  }

  /**
   * Returns the connection to another process and opens it if needed. If the connection cannot be opened, its
   * requests fail.
   */
  to(address: string): ClientHttp2Session {
    const known = this.#sessions.get(address);
    if (known && !known.closed && !known.destroyed) return known;
    const session = connect(`https://${address}`, {
      ...TLS,
      pskCallback: () => ({ identity: IDENTITY, psk: this.#options.key }),
      // Skips the check of the host name, because the pre-shared key has authenticated the peer.
      checkServerIdentity: () => undefined,
    });
    session.on('error', (error) =>
      this.#options.log.debug({ err: error, address }, 'another process could not be reached'),
    );
    session.setTimeout(IDLE_MS, () => session.close());
    session.once('close', () => {
      if (this.#sessions.get(address) === session) this.#sessions.delete(address);
    });
    this.#sessions.set(address, session);
    return session;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const session of [...this.#sessions.values(), ...this.#accepted]) session.destroy();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await closed;
  }
}
