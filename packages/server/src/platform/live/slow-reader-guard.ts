import type { Clock } from '@northlight/runtime';
import type { Writable } from 'node:stream';

/** A reader with more unread data in memory is disconnected at once. */
export const MAX_WAITING_BYTES = 256 * 1024;
/** A reader that reads no pending data for this time is disconnected; it may reconnect. */
export const MAX_STALL_MS = 30_000;

/** Writes to a reader that may stop reading; bounds the pending bytes and their waiting time. */
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
    // Writing to an ended stream raises an error.
    if (this.#stream.writableEnded) return;
    if (this.#stream.writableLength > MAX_WAITING_BYTES) return void this.#stream.destroy();
    if (this.#stream.writableLength === 0) this.#lastReadAt = this.#clock.now();
    this.#stream.write(text, () => (this.#lastReadAt = this.#clock.now()));
  }

  /** Disconnects a reader that has read nothing for `MAX_STALL_MS`; the stream calls it at every heartbeat. */
  check(): void {
    const isWaiting = this.#stream.writableLength > 0;
    if (isWaiting && this.#clock.now() - this.#lastReadAt >= MAX_STALL_MS) this.#stream.destroy();
  }
}
