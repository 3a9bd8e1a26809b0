import type { Clock } from '@northlight/runtime';
import type { Writable } from 'node:stream';

/** Maximum number of unread bytes in memory; a reader with more is disconnected at once. */
export const MAX_WAITING_BYTES = 256 * 1024;
/** Maximum time without reading pending data; the reader is then disconnected and may reconnect. */
export const MAX_STALL_MS = 30_000;

/** Writes to a reader that may stop reading. Limits the pending bytes and the time for which they wait. */
export class SlowReaderGuard {
  readonly #stream: Writable;
  readonly #clock: Clock;
  #lastReadAt: number;

  constructor(stream: Writable, clock: Clock) {
    this.#stream = stream;
    this.#clock = clock;
    this.#lastReadAt = clock.now();
  }

  write(text: string): void {
    // Does not write to an ended stream, which would raise an error.
    if (this.#stream.writableEnded) return;
    if (this.#stream.writableLength > MAX_WAITING_BYTES) return void this.#stream.destroy();
    if (this.#stream.writableLength === 0) this.#lastReadAt = this.#clock.now();
    this.#stream.write(text, () => (this.#lastReadAt = this.#clock.now()));
  }

  /**
   * Disconnects a reader that has read no data for `MAX_STALL_MS`. The stream calls it at every heartbeat.
   */
  check(): void {
    const isWaiting = this.#stream.writableLength > 0;
    if (isWaiting && this.#clock.now() - this.#lastReadAt >= MAX_STALL_MS) this.#stream.destroy();
  }
}
