import { writeFile } from 'node:fs/promises';
import type { Clock } from '@northlight/runtime';
import type { LinkLog } from '../link/index.ts';
import { type CommandHandler, CommandRefused } from './command-handler.ts';

const BLINK_MS = 250;

/** Blinks the locate LED through the kernel's `brightness` file. */
export class LocateLight implements AsyncDisposable {
  readonly #file: string;
  readonly #clock: Clock;
  readonly #log: LinkLog;
  /** Runs writes one after another: otherwise an older write could finish last and leave the light on. */
  #written: Promise<void> = Promise.resolve();
  /** Value of the last queued write. */
  #brightness: '0' | '1' = '0';
  #until = 0;
  #blinking = false;
  #ended = false;
  #cancel: () => void = () => undefined;

  constructor(file: string, clock: Clock, log: LinkLog) {
    this.#file = file;
    this.#clock = clock;
    this.#log = log;
  }

  /** Blinks for `seconds` from now; resolves when the light is on for the first time. */
  get handler(): CommandHandler<'locate'> {
    return async ({ seconds }) => {
      if (this.#ended) throw new CommandRefused('The device is shutting down.');
      await this.#write('1');
      // Starts no timer after the disposal, because the light must stay off.
      if (this.#ended) return {};
      this.#until = this.#clock.now() + seconds * 1000;
      if (!this.#blinking) this.#blink(false);
      return {};
    };
  }

  /** Stops the blinking and turns the light off; resolves after the last write. Never rejects. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    this.#cancel();
    if (this.#brightness === '1') this.#switch('0');
    await this.#written;
  }

  #write(brightness: '0' | '1'): Promise<void> {
    this.#brightness = brightness;
    const written = this.#written.then(() => writeFile(this.#file, brightness));
    this.#written = written.catch(() => undefined);
    return written;
  }

  /** Queues a write and ignores its error, because no caller can handle it. */
  #switch(brightness: '0' | '1'): void {
    this.#write(brightness).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'the locate light cannot be switched'),
    );
  }

  #blink(lit: boolean): void {
    this.#blinking = true;
    this.#cancel = this.#clock.after(BLINK_MS, () => {
      const over = this.#clock.now() >= this.#until;
      if (over) this.#blinking = false;
      else this.#blink(!lit);
      this.#switch(lit && !over ? '1' : '0');
    });
  }
}
