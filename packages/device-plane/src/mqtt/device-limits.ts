import { TokenBucket } from './token-bucket.ts';

const MESSAGES_PER_SECOND = 50;
const BYTES_PER_SECOND = 64 * 1024;
const MESSAGE_BURST = 200;
const BYTE_BURST = 1024 * 1024;

/** How much one device may say, in messages and in bytes. */
export class DeviceLimits {
  readonly #messages: TokenBucket;
  readonly #bytes: TokenBucket;

  /** `bursts` times what a device may say at once by default, for what may have been queued. */
  constructor(now: number, bursts = 1) {
    this.#messages = new TokenBucket(MESSAGES_PER_SECOND, MESSAGE_BURST * bursts, now);
    this.#bytes = new TokenBucket(BYTES_PER_SECOND, BYTE_BURST * bursts, now);
  }

  /** Takes one message; false when it is one too many. */
  take(bytes: number, now: number): boolean {
    return this.#messages.take(1, now) && this.#bytes.take(bytes, now);
  }
}
