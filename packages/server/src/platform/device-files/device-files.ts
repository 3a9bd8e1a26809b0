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
import { answerPart, answerPicture, derivePartKey, derivePictureKey, type PartStore } from './uploads.ts';
import { readTicket, signTicket, type Ticket } from './ticket.ts';

const TICKET_LIFETIME_MS = 15 * 60_000;
const MAX_DOWNLOADS = 64;
const MAX_DOWNLOADS_PER_DEVICE = 2;
const RETRY_AFTER_SECONDS = 5;
const MAX_CONNECTIONS = 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 5_000;
const HEADER_BYTES = 8 * 1024;
/** Protocol name in the upgrade request of a device. */
const TUNNEL_PROTOCOL = 'northlight-tunnel';
const TUNNEL_PATH = /^\/tunnels\/([0-9a-f]{64})$/;
const PART_PATH = /^\/parts\/([^/?#]{1,300})$/;
const PICTURE_PATH = /^\/pictures\/([^/?#]{1,300})$/;
const FILE_PATH = /^\/files\/([^/?#]{1,300})$/;

/** Builds the URLs that devices connect to. */
export interface DeviceFileUrls {
  /** Returns the URL of one file for one device, valid for 15 min; `expiresAt` in ms. */
  urlFor(file: { readonly deviceId: string; readonly fileId: string; readonly size: number }): {
    readonly url: string;
    readonly expiresAt: number;
  };
  /** Returns the URL that gives a device a part of a backup, or takes one, valid for 15 min. */
  partUrl(
    use: 'download' | 'upload',
    file: { readonly deviceId: string; readonly fileId: string; readonly size: number },
  ): string;
  /** Returns the URL that takes a picture of a camera, valid for 15 min. */
  pictureUrl(file: { readonly deviceId: string; readonly fileId: string; readonly size: number }): string;
  /** Returns the URL that a device opens for the tunnel of its local page. */
  tunnelUrl(ticket: string): string;
}

export interface DeviceFileOptions {
  readonly host: string;
  readonly port: number;
  /** Host name in the URLs for devices. */
  readonly publicHost: string;
  readonly identity: TlsIdentity;
  /** Key that signs tickets. */
  readonly key: Buffer;
  readonly db: Db;
  readonly files: AccountFiles;
  readonly parts: PartStore;
  /** Stores a picture of a camera; resolves to false for one that is not expected, or cannot be read. */
  readonly receivePicture: (ticket: Ticket, bytes: Buffer) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Resolves to true while the device is claimed by an account. */
  readonly isClaimed: (deviceId: string) => Promise<boolean>;
  /**
   * Resolves to a function that takes over a device's tunnel connection, or to undefined for an invalid
   * ticket.
   */
  readonly onTunnel: (ticket: string) => Promise<((socket: Duplex) => void) | undefined>;
}

/**
 * HTTPS listener for devices, which serves files by ticket and accepts tunnels of local pages. It shares no
 * cookies, sessions or API with the console, and answers every invalid request with 404.
 */
export class DeviceFiles implements DeviceFileUrls, AsyncDisposable {
  readonly #options: DeviceFileOptions;
  readonly #server: Server;
  readonly #downloads = new KeyedSlots({ total: MAX_DOWNLOADS, perKey: MAX_DOWNLOADS_PER_DEVICE });
  readonly #tunnelSockets = new Set<Duplex>();
  readonly #answers = new Set<Promise<void>>();
  readonly #unsubscribe: () => void;

  constructor(options: DeviceFileOptions) {
    this.#options = options;
    const { identity, log } = options;
    this.#server = createServer(
      {
        ...createTlsOptions(identity),
        headersTimeout: REQUEST_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        handshakeTimeout: REQUEST_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        maxHeaderSize: HEADER_BYTES,
      },
      (request, response) => {
        const answer = this.#answer(request, response)
          .catch((error: unknown) => {
            log.warn({ err: error }, 'the request of a device for a file failed');
            response.destroy();
          })
          .finally(() => this.#answers.delete(answer));
        this.#answers.add(answer);
      },
    );
    this.#server.on('upgrade', (request, socket) => {
      this.#tunnel(request, socket).catch((error: unknown) => {
        log.warn({ err: error }, 'the tunnel of a device failed');
        socket.destroy();
      });
    });
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#unsubscribe = identity.onChange(() => this.#server.setSecureContext(createTlsOptions(identity)));
  }

  /**
   * Opens the listener. Without this call, the instance only builds URLs for another process that listens.
   */
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
    const expiresAt = clock.now() + TICKET_LIFETIME_MS;
    const ticket = signTicket(key, { deviceId, fileId, bytes: size, expiresAt });
    return { url: `${this.#origin}/files/${ticket}`, expiresAt };
  }

  partUrl(
    use: 'download' | 'upload',
    { deviceId, fileId, size }: Parameters<DeviceFileUrls['partUrl']>[1],
  ): string {
    const { clock, key } = this.#options;
    const ticket = { deviceId, fileId, bytes: size, expiresAt: clock.now() + TICKET_LIFETIME_MS };
    return `${this.#origin}/parts/${signTicket(derivePartKey(key, use), ticket)}`;
  }

  pictureUrl({ deviceId, fileId, size }: Parameters<DeviceFileUrls['pictureUrl']>[0]): string {
    const { clock, key } = this.#options;
    const ticket = { deviceId, fileId, bytes: size, expiresAt: clock.now() + TICKET_LIFETIME_MS };
    return `${this.#origin}/pictures/${signTicket(derivePictureKey(key), ticket)}`;
  }

  tunnelUrl(ticket: string): string {
    return `${this.#origin}/tunnels/${ticket}`;
  }

  get #origin(): string {
    const { publicHost } = this.#options;
    return `https://${isIP(publicHost) === 6 ? `[${publicHost}]` : publicHost}:${this.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#unsubscribe();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    // Closes the tunnels' sockets, because the server does not track upgraded connections.
    for (const socket of this.#tunnelSockets) socket.destroy();
    await closed;
    // A picture that was received is stored before the database closes.
    await Promise.all(this.#answers);
  }

  /** Upgrades a tunnel connection; the device then acts as the HTTP/2 server of its local page. */
  async #tunnel(request: IncomingMessage, socket: Duplex): Promise<void> {
    this.#tunnelSockets.add(socket);
    socket.once('close', () => this.#tunnelSockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const [, ticket = ''] = TUNNEL_PATH.exec(request.url ?? '') ?? [];
    const isTunnel = ticket !== '' && request.headers.upgrade === TUNNEL_PROTOCOL;
    const takeOver = isTunnel ? await this.#options.onTunnel(ticket) : undefined;
    if (!takeOver)
      return void socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
        socket.destroy(),
      );
    const switching = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${TUNNEL_PROTOCOL}\r\n\r\n`;
    // Flushes the response first, because HTTP/2 then takes over the raw connection. The device sends no data
    // before it has read the response.
    socket.write(switching, () => takeOver(socket));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { clock, db, files, isClaimed, key } = this.#options;
    response.setHeader('cache-control', 'no-store').setHeader('x-content-type-options', 'nosniff');
    const [, part] = PART_PATH.exec(request.url ?? '') ?? [];
    if (part !== undefined) {
      if (!(await answerPart(request, response, part, this.#options))) answerNotFound(response);
      return;
    }
    const [, picture] = PICTURE_PATH.exec(request.url ?? '') ?? [];
    if (picture !== undefined) {
      if (!(await answerPicture(request, response, picture, this.#options))) answerNotFound(response);
      return;
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const [, text = ''] = FILE_PATH.exec(request.url ?? '') ?? [];
    const ticket = isRead ? readTicket(key, text, clock.now()) : undefined;
    if (!ticket || !(await isClaimed(ticket.deviceId))) return answerNotFound(response);
    using slot = this.#downloads.take(ticket.deviceId);
    if (!slot) {
      response.writeHead(503, { 'retry-after': String(RETRY_AFTER_SECONDS), 'content-length': 0 }).end();
      return;
    }
    const file = await files.open(db, ticket.fileId);
    if (file?.bytes !== ticket.bytes) {
      await file?.[Symbol.asyncDispose]();
      return answerNotFound(response);
    }
    // Uses the file id as strong ETag, because the content of an id never changes.
    await sendFile(request, response, file, `"${ticket.fileId}"`, clock);
  }
}

function answerNotFound(response: ServerResponse): void {
  const text = 'Not found.\n';
  response.writeHead(404, { 'content-type': 'text/plain', 'content-length': text.length }).end(text);
}

const createTlsOptions = ({ material }: TlsIdentity) => ({
  cert: material.certificate,
  key: material.key,
  minVersion: 'TLSv1.2' as const,
});
