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
  /** Writes come one after the other: of two at once the older could be the last, and the light stay on. */
  #written: Promise<void> = Promise.resolve();
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
      await this.#write('1');
      this.#until = this.#clock.now() + seconds * 1000;
      if (!this.#blinking) this.#next(false);
      return {};
    };
  }

  #write(brightness: '0' | '1'): Promise<void> {
    const written = this.#written.then(() => writeFile(this.#file, brightness));
    this.#written = written.catch(() => undefined);
    return written;
  }

  #next(lit: boolean): void {
    this.#blinking = true;
    this.#clock.after(BLINK_MS, () => {
      const over = this.#clock.now() >= this.#until;
      if (over) this.#blinking = false;
      else this.#next(!lit);
      this.#write(lit && !over ? '1' : '0').catch((error: unknown) =>
        this.#log.warn({ err: error }, 'the locate light cannot be switched'),
      );
    });
  }
}
