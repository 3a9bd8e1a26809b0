import type { ServerHttp2Session } from 'node:http2';
import type { Clock } from '@northlight/runtime';
import type { CommandHandler } from '../commands/command-handler.ts';
import type { PageRequest, PageResponse } from '../local-page/index.ts';
import { dialTunnel } from './dial-tunnel.ts';
import { servePage } from './serve-page.ts';

/** Maximum duration of a lease that the cloud may request (s). */
const MAX_SECONDS = 3_600;

export interface TunnelClientOptions {
  /** Certificate authority that is the only trusted one (PEM). */
  readonly ca: string;
  readonly answer: (request: PageRequest) => Promise<PageResponse>;
  readonly clock: Clock;
}

/**
 * Serves the local page through a tunnel to the cloud. One tunnel is open at a time, until its lease ends or
 * it is closed.
 */
export class TunnelClient implements Disposable {
  readonly #options: TunnelClientOptions;
  #dialling = new AbortController();
  #session: ServerHttp2Session | undefined;
  #cancelEnd: () => void = () => undefined;

  constructor(options: TunnelClientOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#session !== undefined;
  }

  /**
   * Handles the tunnel command, which completes when the cloud has accepted the tunnel. A new tunnel replaces
   * the previous one.
   */
  get handler(): CommandHandler<'tunnel'> {
    return async ({ leaseSeconds, url }) => {
      this.close();
      const { answer, ca, clock } = this.#options;
      const dialling = new AbortController();
      this.#dialling = dialling;
      const socket = await dialTunnel({ url, ca, signal: dialling.signal });
      const session = servePage(socket, answer);
      this.#session = session;
      session.once('close', () => {
        if (this.#session === session) this.#session = undefined;
      });
      this.#cancelEnd = clock.after(Math.min(leaseSeconds, MAX_SECONDS) * 1000, () => this.close());
      return {};
    };
  }

  close(): void {
    this.#cancelEnd();
    this.#dialling.abort();
    this.#session?.destroy();
    this.#session = undefined;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
