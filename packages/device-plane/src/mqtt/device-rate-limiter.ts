import { TokenBucket } from '@northlight/runtime';

const MESSAGES_PER_SECOND = 50;
const BYTES_PER_SECOND = 64 * 1024;
const MESSAGE_BURST = 200;
const BYTE_BURST = 1024 * 1024;

/** Limits the messages and bytes of one device connection. */
export class DeviceRateLimiter {
  readonly #messages: TokenBucket;
  readonly #bytes: TokenBucket;

  constructor(now: number) {
    this.#messages = new TokenBucket(MESSAGES_PER_SECOND, MESSAGE_BURST, now);
    this.#bytes = new TokenBucket(BYTES_PER_SECOND, BYTE_BURST, now);
  }

  /** Counts one message at `now` (ms). Returns false when it exceeds a limit. */
  take(bytes: number, now: number): boolean {
    return this.#messages.take(1, now) && this.#bytes.take(bytes, now);
  }
}
