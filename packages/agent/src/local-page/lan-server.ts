import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Clock } from '@northlight/runtime';
import type { LinkLog } from '../link/index.ts';
import { PAGE_BODY_MAX_BYTES, type PageRequest, type PageResponse, createRefusal } from './page-message.ts';

/** Interval at which the device's addresses are read again. */
const UPDATE_INTERVAL_MS = 5_000;
const REQUEST_MS = 15_000;
const MAX_CONNECTIONS = 32;

export interface LanServerOptions {
  readonly port: number;
  /** The device's current LAN-side addresses. */
  readonly addresses: () => Promise<readonly string[]>;
  readonly answer: (request: PageRequest) => Promise<PageResponse>;
  readonly clock: Clock;
  readonly log: LinkLog;
}

/** Serves the page only at LAN-side addresses, because a wildcard listener would expose it on the WAN. */
export class LanServer implements AsyncDisposable {
  readonly #options: LanServerOptions;
  readonly #servers = new Map<string, Server>();
  #cancel: () => void = () => undefined;
  #ended = false;

  constructor(options: LanServerOptions) {
    this.#options = options;
  }

  start(): void {
    void this.updateListeners().finally(() => {
      if (!this.#ended) this.#cancel = this.#options.clock.after(UPDATE_INTERVAL_MS, () => this.start());
    });
  }

  /** Opens and closes listeners to match the current addresses; resolves when all are open or closed. */
  async updateListeners(): Promise<void> {
    const { addresses, log } = this.#options;
    const wanted = new Set(await addresses().catch(() => []));
    for (const [address, server] of this.#servers)
      if (!wanted.has(address)) {
        this.#servers.delete(address);
        server.close();
        server.closeAllConnections();
      }
    for (const address of wanted)
      if (!this.#ended && !this.#servers.has(address))
        await this.#listen(address).catch((error: unknown) =>
          log.warn({ err: error, address }, 'the local page cannot be served at this address'),
        );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    this.#cancel();
    for (const server of this.#servers.values()) {
      server.close();
      server.closeAllConnections();
    }
    this.#servers.clear();
  }

  async #listen(address: string): Promise<void> {
    const server = createServer((request, response) => void this.#serve(request, response));
    server.requestTimeout = REQUEST_MS;
    server.maxConnections = MAX_CONNECTIONS;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: address, port: this.#options.port }, resolve);
    });
    // Prevents a listener from keeping the process running after a stop.
    server.unref();
    this.#servers.set(address, server);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const result = await this.#answer(request).catch(() => createRefusal(500, 'The request failed.'));
    if (!request.complete) response.setHeader('connection', 'close');
    response.writeHead(result.status, result.headers);
    response.end(result.body);
  }

  async #answer(request: IncomingMessage): Promise<PageResponse> {
    const { headers, method = 'GET', url = '/' } = request;
    if (!isAddressed(headers.host)) return createRefusal(421, 'Open the page by the address of the device.');
    const body = await readBody(request);
    return body
      ? this.#options.answer({ method, path: url, headers, body })
      : createRefusal(413, 'The request is too long.');
  }
}

/**
 * Returns true for an IP address as host. Host names are refused, because DNS rebinding would expose the page
 * to other sites.
 */
function isAddressed(host = ''): boolean {
  const [, bracketed, plain = ''] = /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+))(?::\d+)?$/.exec(host) ?? [];
  return isIP(bracketed ?? plain) !== 0;
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue;
    bytes += part.length;
    if (bytes > PAGE_BODY_MAX_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
