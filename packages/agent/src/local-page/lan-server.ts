import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Clock } from '@northlight/runtime';
import type { LinkLog } from '../link/index.ts';
import { PAGE_BODY_MAX_BYTES, type PageRequest, type PageResponse, refusal } from './page-message.ts';

/** Addresses come and go with configurations and leases. */
const LOOK_AGAIN_MS = 5_000;
const REQUEST_MS = 15_000;
const MOST_CONNECTIONS = 32;

export interface LanServerOptions {
  readonly port: number;
  /** The device's own addresses on the side of its users, as they are now. */
  readonly addresses: () => Promise<readonly string[]>;
  readonly answer: (request: PageRequest) => Promise<PageResponse>;
  readonly clock: Clock;
  readonly log: LinkLog;
}

/** Serves the page at the device's own addresses, and at no other: a wildcard would open it to the provider's side. */
export class LanServer implements AsyncDisposable {
  readonly #options: LanServerOptions;
  readonly #servers = new Map<string, Server>();
  #cancel: () => void = () => undefined;
  #ended = false;

  constructor(options: LanServerOptions) {
    this.#options = options;
  }

  start(): void {
    void this.follow().finally(() => {
      if (!this.#ended) this.#cancel = this.#options.clock.after(LOOK_AGAIN_MS, () => this.start());
    });
  }

  /** Listens where the device is now. Resolves when it does. */
  async follow(): Promise<void> {
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
          log.warn({ err: error, address }, 'the local page is not served here'),
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
    server.maxConnections = MOST_CONNECTIONS;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: address, port: this.#options.port }, resolve);
    });
    // What listens must not keep a process alive that has been told to end.
    server.unref();
    this.#servers.set(address, server);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answered = await this.#answer(request).catch(() => refusal(500, 'The device could not do it.'));
    if (!request.complete) response.setHeader('connection', 'close');
    response.writeHead(answered.status, answered.headers);
    response.end(answered.body);
  }

  async #answer(request: IncomingMessage): Promise<PageResponse> {
    const { headers, method = 'GET', url = '/' } = request;
    if (!isAddressed(headers.host)) return refusal(421, 'Open the page by the address of the device.');
    const body = await bodyOf(request);
    return body
      ? this.#options.answer({ method, path: url, headers, body })
      : refusal(413, 'That is too long.');
  }
}

/** By an address and not by a name: a name of somebody else that leads here would make this page theirs. */
function isAddressed(host = ''): boolean {
  const [, bracketed, plain = ''] = /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+))(?::\d+)?$/.exec(host) ?? [];
  return isIP(bracketed ?? plain) !== 0;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
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
