import { statfs } from 'node:fs/promises';
import { DomainError } from '@northlight/contract';
import { type Clock, startLoop } from '@northlight/runtime';

const CHECK_INTERVAL_MS = 2_000;
/**
 * Writes are accepted again when the free space exceeds the reserve by this factor, so that the state does
 * not alternate at the limit.
 */
const RECOVERY_FACTOR = 1.25;
const DISK_FULL =
  'The disk of the server is full: changes are rejected until space is freed. Reading still works.';

export interface DiskGuardOptions {
  readonly directory: string;
  /** Free space to keep (bytes), which the database needs to run and to restart. */
  readonly reserveBytes: number;
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void };
  /** Measures the free bytes of a directory's disk; `statfs` by default. */
  readonly free?: MeasureFreeBytes;
}

type MeasureFreeBytes = (directory: string) => Promise<number>;

async function readFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/**
 * Keeps space free on the disk. A full disk would stop the database and therefore reading too. Below the
 * reserve, writes are rejected or wait. They resume automatically when space is free.
 */
export class DiskGuard {
  readonly #options: DiskGuardOptions;
  #free: MeasureFreeBytes;
  #loop: AsyncDisposable | undefined;
  #full: PromiseWithResolvers<void> | undefined;

  constructor(options: DiskGuardOptions) {
    this.#options = options;
    this.#free = options.free ?? readFreeBytes;
  }

  /** Replaces the measurement, for tests. */
  setMeasure(free: MeasureFreeBytes): void {
    this.#free = free;
  }

  get isFull(): boolean {
    return this.#full !== undefined;
  }

  /** Checks now and every 2 s. */
  async start(): Promise<void> {
    await this.check();
    const { clock, log } = this.#options;
    this.#loop = startLoop(
      clock,
      CHECK_INTERVAL_MS,
      () => this.check(),
      (error) => log.warn({ err: error }, 'the free disk space could not be measured'),
    );
  }

  /** Throws 258 while the disk is full. */
  demandSpace(): void {
    if (this.isFull) throw new DomainError('storageFull', { message: DISK_FULL });
  }

  /** Resolves when space is free; rejects when the server shuts down before that. */
  async waitForSpace(): Promise<void> {
    await this.#full?.promise;
  }

  /** Stops checking and rejects all waiting work; called at shutdown. */
  async end(): Promise<void> {
    const stopping = this.#loop?.[Symbol.asyncDispose]();
    this.#full?.reject(new Error('The server shut down before its disk had free space.'));
    await stopping;
  }

  async check(): Promise<void> {
    const { directory, log, reserveBytes } = this.#options;
    if (reserveBytes === 0) return;
    const bytes = await this.#free(directory);
    if (!this.#full && bytes < reserveBytes) {
      this.#full = Promise.withResolvers();
      // Prevents an unhandled rejection when no caller is waiting.
      this.#full.promise.catch(() => undefined);
      log.warn({ free: bytes, reserve: reserveBytes }, 'the disk is full: writes are rejected');
    } else if (this.#full && bytes > reserveBytes * RECOVERY_FACTOR) {
      this.#full.resolve();
      this.#full = undefined;
      log.warn({ free: bytes }, 'the disk has free space again');
    }
  }
}
