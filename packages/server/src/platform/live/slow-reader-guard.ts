import type { Clock } from '@northlight/runtime';
import type { Writable } from 'node:stream';

/** A reader for whom more than this waits in the process is disconnected at once. */
export const MAX_WAITING_BYTES = 256 * 1024;
/** A reader who takes nothing of what waits for this long is disconnected, and may come back. */
export const LONGEST_STILL_MS = 30_000;

/** Writes to a reader who may stop reading: neither the waiting bytes nor the waiting time grow without bound. */
export class SlowReaderGuard {
  readonly #stream: Writable;
  readonly #clock: Clock;
  #tookAt: number;

  constructor(stream: Writable, clock: Clock) {
    this.#stream = stream;
    this.#clock = clock;
    this.#tookAt = clock.now();
  }

  write(text: string): void {
    // A stream that was ended but not closed reports a further write as an error.
    if (this.#stream.writableEnded) return;
    if (this.#stream.writableLength > MAX_WAITING_BYTES) return void this.#stream.destroy();
    if (this.#stream.writableLength === 0) this.#tookAt = this.#clock.now();
    this.#stream.write(text, () => (this.#tookAt = this.#clock.now()));
  }

  /** To be called every few seconds: disconnects a reader who has taken nothing for too long. */
  check(): void {
    const isWaiting = this.#stream.writableLength > 0;
    if (isWaiting && this.#clock.now() - this.#tookAt >= LONGEST_STILL_MS) this.#stream.destroy();
  }
}
