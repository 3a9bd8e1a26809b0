import type { Clock } from '@northlight/runtime';
import type { Writable } from 'node:stream';

/** A reader for whom more than this waits is dropped at once. */
export const MAX_WAITING_BYTES = 256 * 1024;
/** A reader who has taken nothing of what waits for him for so long stands still: he is dropped, and may come back. */
export const LONGEST_STILL_MS = 30_000;

type Stream = Pick<Writable, 'writableLength' | 'writableEnded' | 'write' | 'destroy'>;

/** Writes to a reader who may stand still: neither his bytes nor his time grow without bound. */
export class PatientWriter {
  readonly #stream: Stream;
  readonly #clock: Clock;
  #waiting = 0;
  #movedAt: number;

  constructor(stream: Stream, clock: Clock) {
    this.#stream = stream;
    this.#clock = clock;
    this.#movedAt = clock.now();
  }

  write(text: string): void {
    // Ended, but not closed while its reader stands still: a write would be an error that nobody hears.
    if (this.#stream.writableEnded) return;
    this.look();
    if (this.#stream.writableLength > MAX_WAITING_BYTES) this.#stream.destroy();
    else this.#stream.write(text);
    this.#waiting = this.#stream.writableLength;
  }

  /** To be called every few seconds: drops a reader who has stood still for too long. */
  look(): void {
    const now = this.#clock.now();
    const { writableLength } = this.#stream;
    // Less than was left behind the last time: he reads.
    if (writableLength === 0 || writableLength < this.#waiting) this.#movedAt = now;
    else if (now - this.#movedAt >= LONGEST_STILL_MS) this.#stream.destroy();
    this.#waiting = writableLength;
  }
}
