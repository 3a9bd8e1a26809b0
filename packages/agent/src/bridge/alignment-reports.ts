import type { Clock } from '@northlight/runtime';

const INTERVAL_MS = 1_000;

/** Reports the link every second while an installer aligns the antenna. */
export class AlignmentReports implements Disposable {
  readonly #clock: Clock;
  #cancel: (() => void) | undefined;
  #endsAt = 0;
  /** Sends a report. */
  onReport: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts or extends the reports. */
  start(seconds: number): void {
    this.#endsAt = this.#clock.now() + seconds * 1000;
    if (this.#cancel === undefined) this.#schedule();
  }

  [Symbol.dispose](): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #schedule(): void {
    this.#cancel = this.#clock.after(INTERVAL_MS, () => {
      this.#cancel = undefined;
      if (this.#clock.now() > this.#endsAt) return;
      this.onReport();
      this.#schedule();
    });
  }
}
