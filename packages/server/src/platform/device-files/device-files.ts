import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TlsIdentity } from '@northlight/device-plane';
import { type Clock, KeyedSlots } from '@northlight/runtime';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import type { AccountFiles } from '../files/account-files.ts';
import { sendFile } from './send-file.ts';
import { readTicket, signTicket } from './ticket.ts';

const TICKET_MS = 15 * 60_000;
const DOWNLOADS = 64;
const DOWNLOADS_PER_DEVICE = 2;
const COME_AGAIN_SECONDS = 5;
const MAX_CONNECTIONS = 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 5_000;
const HEADER_BYTES = 8 * 1024;
/** Named in the upgrade of a device's connection. */
const TUNNEL_PROTOCOL = 'northlight-tunnel';
const TUNNEL_PATH = /^\/tunnels\/([0-9a-f]{64})$/;
const PATH = /^\/files\/([^/?#]{1,300})$/;

/** Addresses from which devices fetch files. */
export interface DeviceFileUrls {
  /** A short-lived address of one file for one device; `expiresAt` in ms. */
  urlFor(file: { readonly deviceId: string; readonly fileId: string; readonly size: number }): {
    readonly url: string;
    readonly expiresAt: number;
  };
  /** Where a device dials the tunnel of its own page. */
  tunnelUrl(ticket: string): string;
}

export interface DeviceFileOptions {
  readonly host: string;
  readonly port: number;
  /** The host that devices are told. */
  readonly publicHost: string;
  readonly identity: TlsIdentity;
  /** Signs tickets. */
  readonly key: Buffer;
  readonly db: Db;
  readonly files: AccountFiles;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether this device still belongs to somebody. */
  readonly isClaimed: (deviceId: string) => Promise<boolean>;
  /** A device dials the tunnel of its own page. Undefined when the ticket is not good; else what takes the connection over. */
  readonly onTunnel: (ticket: string) => Promise<((socket: Duplex) => void) | undefined>;
}

/**
 * The devices' HTTPS listener: files by ticket and tunnels of their own pages, and nothing else. It shares nothing with the console: no cookies, no
 * sessions, no API; whatever is wrong is not found.
 */
export class DeviceFiles implements DeviceFileUrls, AsyncDisposable {
  readonly #options: DeviceFileOptions;
  readonly #server: Server;
  readonly #downloads = new KeyedSlots({ total: DOWNLOADS, perKey: DOWNLOADS_PER_DEVICE });
  readonly #dialled = new Set<Duplex>();
  readonly #forget: () => void;

  constructor(options: DeviceFileOptions) {
    this.#options = options;
    const { identity, log } = options;
    this.#server = createServer(
      {
        ...presented(identity),
        headersTimeout: REQUEST_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        handshakeTimeout: REQUEST_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        maxHeaderSize: HEADER_BYTES,
      },
      (request, response) => {
        this.#answer(request, response).catch((error: unknown) => {
          log.warn({ err: error }, 'a device’s download failed');
          response.destroy();
        });
      },
    );
    this.#server.on('upgrade', (request, socket) => {
      this.#tunnel(request, socket).catch((error: unknown) => {
        log.warn({ err: error }, 'a device’s tunnel failed');
        socket.destroy();
      });
    });
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#forget = identity.onChange(() => this.#server.setSecureContext(presented(identity)));
  }

  /** Opens the listener; without it only addresses are made, for another process that listens. */
  async listen(): Promise<void> {
    const { host, port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host, port }, () => resolve());
    });
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : this.#options.port;
  }

  urlFor({ deviceId, fileId, size }: Parameters<DeviceFileUrls['urlFor']>[0]): {
    url: string;
    expiresAt: number;
  } {
    const { clock, key } = this.#options;
    const expiresAt = clock.now() + TICKET_MS;
    const ticket = signTicket(key, { deviceId, fileId, bytes: size, expiresAt });
    return { url: `${this.#origin}/files/${ticket}`, expiresAt };
  }

  tunnelUrl(ticket: string): string {
    return `${this.#origin}/tunnels/${ticket}`;
  }

  get #origin(): string {
    const { publicHost } = this.#options;
    return `https://${isIP(publicHost) === 6 ? `[${publicHost}]` : publicHost}:${this.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#forget();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    // The server knows nothing any more of what was upgraded.
    for (const socket of this.#dialled) socket.destroy();
    await closed;
  }

  /** After the handshake the device speaks HTTP/2 on the connection, as the server of its page. */
  async #tunnel(request: IncomingMessage, socket: Duplex): Promise<void> {
    this.#dialled.add(socket);
    socket.once('close', () => this.#dialled.delete(socket));
    socket.on('error', () => socket.destroy());
    const [, ticket = ''] = TUNNEL_PATH.exec(request.url ?? '') ?? [];
    const isTunnel = ticket !== '' && request.headers.upgrade === TUNNEL_PROTOCOL;
    const takeOver = isTunnel ? await this.#options.onTunnel(ticket) : undefined;
    if (!takeOver)
      return void socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
        socket.destroy(),
      );
    const switching = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${TUNNEL_PROTOCOL}\r\n\r\n`;
    // HTTP/2 takes the connection over beneath the stream: nothing of ours may be on its way any more.
    // The device says nothing before it has read this.
    socket.write(switching, () => takeOver(socket));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { clock, db, files, isClaimed, key } = this.#options;
    response.setHeader('cache-control', 'no-store').setHeader('x-content-type-options', 'nosniff');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const [, text = ''] = PATH.exec(request.url ?? '') ?? [];
    const ticket = reads ? readTicket(key, text, clock.now()) : undefined;
    if (!ticket || !(await isClaimed(ticket.deviceId))) return notFound(response);
    using place = this.#downloads.take(ticket.deviceId);
    if (!place) {
      response.writeHead(503, { 'retry-after': String(COME_AGAIN_SECONDS), 'content-length': 0 }).end();
      return;
    }
    const file = await files.open(db, ticket.fileId);
    if (file?.bytes !== ticket.bytes) {
      await file?.[Symbol.asyncDispose]();
      return notFound(response);
    }
    // A file never changes under its id.
    await sendFile(request, response, file, `"${ticket.fileId}"`, clock);
  }
}

function notFound(response: ServerResponse): void {
  const text = 'Not found.\n';
  response.writeHead(404, { 'content-type': 'text/plain', 'content-length': text.length }).end(text);
}

const presented = ({ material }: TlsIdentity) => ({
  cert: material.certificate,
  key: material.key,
  minVersion: 'TLSv1.2' as const,
});
