import { DomainError } from '@northlight/contract';

/** Work that waits in line, so much at a time; beyond a length it is refused, so that a flood starves nobody. */
export class BoundedQueue {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #refusal: string;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number, mostWaiting: number, refusal: string) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
    this.#refusal = refusal;
  }

  /** Throws 503 when the line is full: asked before anything is spent on what would be refused. */
  check(): void {
    if (this.#running >= this.#most && this.#waiting.length >= this.#mostWaiting)
      throw new DomainError('repeated', { status: 503, message: this.#refusal, retryAfterSeconds: 2 });
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.check();
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      // Handed on, not given back: whoever comes in between must not take the place of the first in line.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
