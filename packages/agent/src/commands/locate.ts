import { writeFile } from 'node:fs/promises';
import type { Clock } from '@northlight/runtime';
import type { LinkLog } from '../link/index.ts';
import type { CommandHandler } from './command-handler.ts';

const BLINK_MS = 250;

/** A light that blinks for people who look for the device: a `brightness` file of the kernel. */
export class LocateLight {
  readonly #file: string;
  readonly #clock: Clock;
  readonly #log: LinkLog;
  #until = 0;
  #cancel: (() => void) | undefined;

  constructor(file: string, clock: Clock, log: LinkLog) {
    this.#file = file;
    this.#clock = clock;
    this.#log = log;
  }

  /** Blinks on for some seconds from now; answers at once. */
  get handler(): CommandHandler<'locate'> {
    return async ({ seconds }) => {
      await writeFile(this.#file, '1');
      this.#until = this.#clock.now() + seconds * 1000;
      if (!this.#cancel) this.#next(false);
      return {};
    };
  }

  /** Dark at once. */
  async stop(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#until > 0) await writeFile(this.#file, '0');
    this.#until = 0;
  }

  #next(lit: boolean): void {
    this.#cancel = this.#clock.after(BLINK_MS, () => {
      const over = this.#clock.now() >= this.#until;
      this.#cancel = undefined;
      if (!over) this.#next(!lit);
      writeFile(this.#file, lit && !over ? '1' : '0').catch((error: unknown) =>
        this.#log.warn({ err: error }, 'the locate light cannot be switched'),
      );
    });
  }
}
