import { writeFile } from 'node:fs/promises';
import type { Clock } from '@northlight/runtime';
import type { LinkLog } from '../link/index.ts';
import { type CommandHandler, CommandRefused } from './command-handler.ts';

const BLINK_MS = 250;

/** Blinks the locate LED through its `brightness` file of the kernel. */
export class LocateLight implements AsyncDisposable {
  readonly #file: string;
  readonly #clock: Clock;
  readonly #log: LinkLog;
  /** Writes are serialised: of two concurrent ones the older could finish last and leave the light on. */
  #written: Promise<void> = Promise.resolve();
  /** The value of the last write that was queued. */
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
      // Disposed meanwhile: the light is off, and no timer may start.
      if (this.#ended) return {};
      this.#until = this.#clock.now() + seconds * 1000;
      if (!this.#blinking) this.#blink(false);
      return {};
    };
  }

  /** Ends the blinking with the light off; resolves after the last write. Never rejects. */
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

  /** Writes without a requester that could be given the error. */
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
