import { statfs } from 'node:fs/promises';
import { DomainError } from '@northlight/contract';
import { type Clock, startLoop } from '@northlight/runtime';

const LOOK_MS = 2_000;
/** There is room again when there is this much more than the reserve: it would else come and go. */
const ROOMY = 1.25;
const FULL =
  'The disk of the server is full: nothing can be changed until there is room again. Reading goes on.';

export interface DiskGuardOptions {
  readonly directory: string;
  /** What has to stay free (bytes): the database needs it to go on, and to start again. */
  readonly reserveBytes: number;
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void };
  /** Bytes that are free at a directory. */
  readonly free?: Measure;
}

type Measure = (directory: string) => Promise<number>;

async function freeAt(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/**
 * Keeps the disk from filling up to its end, which would take the database down and reading with it: below the reserve
 * what writes is refused or waits, and goes on by itself when there is room.
 */
export class DiskGuard {
  readonly #options: DiskGuardOptions;
  #free: Measure;
  #loop: AsyncDisposable | undefined;
  #full: PromiseWithResolvers<void> | undefined;

  constructor(options: DiskGuardOptions) {
    this.#options = options;
    this.#free = options.free ?? freeAt;
  }

  /** From now on by another measure: for tests. */
  measureBy(free: Measure): void {
    this.#free = free;
  }

  get isFull(): boolean {
    return this.#full !== undefined;
  }

  /** Looks now, and every two seconds from then on. */
  async start(): Promise<void> {
    await this.look();
    const { clock, log } = this.#options;
    this.#loop = startLoop(
      clock,
      LOOK_MS,
      () => this.look(),
      (error) => log.warn({ err: error }, 'the disk could not be looked at'),
    );
  }

  /** Throws 258 when nothing may be written. */
  demandRoom(): void {
    if (this.isFull) throw new DomainError('storageFull', { message: FULL });
  }

  /** Resolves when there is room; rejects when the server ends before. */
  async room(): Promise<void> {
    await this.#full?.promise;
  }

  /** The server is about to end: nothing waits any more. */
  async end(): Promise<void> {
    const stopping = this.#loop?.[Symbol.asyncDispose]();
    this.#full?.reject(new Error('The server ended before there was room on its disk.'));
    await stopping;
  }

  async look(): Promise<void> {
    const { directory, log, reserveBytes } = this.#options;
    if (reserveBytes === 0) return;
    const bytes = await this.#free(directory);
    if (!this.#full && bytes < reserveBytes) {
      this.#full = Promise.withResolvers();
      // Nobody may be waiting when it is rejected.
      this.#full.promise.catch(() => undefined);
      log.warn({ free: bytes, reserve: reserveBytes }, 'the disk is full: writes are refused');
    } else if (this.#full && bytes > reserveBytes * ROOMY) {
      this.#full.resolve();
      this.#full = undefined;
      log.warn({ free: bytes }, 'there is room on the disk again');
    }
  }
}
