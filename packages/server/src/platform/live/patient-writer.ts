import type { Clock } from '@northlight/runtime';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { waitingInKernel } from './kernel-queue.ts';

/** A reader for whom more than this waits in the process is dropped at once. */
export const MAX_WAITING_BYTES = 256 * 1024;
/** A reader who has taken nothing of what waits for him for so long stands still: he is dropped, and may come back. */
export const LONGEST_STILL_MS = 30_000;

type Stream = Pick<Writable, 'writableLength' | 'writableEnded' | 'write' | 'destroy'> & {
  readonly socket?: Socket | null;
};

/** Writes to a reader who may stand still: neither his bytes nor his time grow without bound. */
export class PatientWriter {
  readonly #stream: Stream;
  readonly #clock: Clock;
  #written = 0;
  #taken = 0;
  #movedAt: number;

  constructor(stream: Stream, clock: Clock) {
    this.#stream = stream;
    this.#clock = clock;
    this.#movedAt = clock.now();
  }

  write(text: string): void {
    // Ended, but not closed while its reader stands still: a write would be an error that nobody hears.
    if (this.#stream.writableEnded) return;
    if (this.#stream.writableLength > MAX_WAITING_BYTES) return void this.#stream.destroy();
    this.#stream.write(text);
    this.#written += Buffer.byteLength(text);
  }

  /** To be called every few seconds: drops a reader who has stood still for too long. */
  look(): void {
    const { socket, writableLength } = this.#stream;
    const waiting = writableLength + (socket ? waitingInKernel(socket) : 0);
    const taken = this.#written - waiting;
    const now = this.#clock.now();
    if (waiting === 0 || taken > this.#taken) this.#movedAt = now;
    else if (now - this.#movedAt >= LONGEST_STILL_MS) this.#stream.destroy();
    this.#taken = Math.max(this.#taken, taken);
  }
}
