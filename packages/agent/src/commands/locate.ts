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
  #blinking = false;

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
      if (!this.#blinking) this.#next(false);
      return {};
    };
  }

  #next(lit: boolean): void {
    this.#blinking = true;
    this.#clock.after(BLINK_MS, () => {
      const over = this.#clock.now() >= this.#until;
      if (over) this.#blinking = false;
      else this.#next(!lit);
      writeFile(this.#file, lit && !over ? '1' : '0').catch((error: unknown) =>
        this.#log.warn({ err: error }, 'the locate light cannot be switched'),
      );
    });
  }
}
