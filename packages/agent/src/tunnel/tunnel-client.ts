import type { ServerHttp2Session } from 'node:http2';
import type { Clock } from '@northlight/runtime';
import type { CommandHandler } from '../commands/command-handler.ts';
import type { PageRequest, PageResponse } from '../local-page/index.ts';
import { dialTunnel } from './dial-tunnel.ts';
import { servePage } from './serve-page.ts';

/** A cloud that asks for more gets this. */
const LONGEST_SECONDS = 3_600;

export interface TunnelClientOptions {
  /** The authority that the cloud's certificate must come from (PEM). */
  readonly ca: string;
  readonly answer: (request: PageRequest) => Promise<PageResponse>;
  readonly clock: Clock;
}

/** Brings the device's own page to its cloud: one tunnel at a time, until its lease is over or somebody ends it. */
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

  /** Done once the cloud has let the device in. A later tunnel takes the place of the one before. */
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
      this.#cancelEnd = clock.after(Math.min(leaseSeconds, LONGEST_SECONDS) * 1000, () => this.close());
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
