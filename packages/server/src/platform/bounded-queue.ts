import { DomainError } from '@northlight/contract';

/**
 * Runs a limited number of jobs at a time and queues a limited number of others. Rejects the rest, so that a
 * flood cannot exhaust the server.
 */
export class BoundedQueue {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #busyMessage: string;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(maxRunning: number, maxWaiting: number, busyMessage: string) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
    this.#busyMessage = busyMessage;
  }

  /** Throws 503 when the queue is full. Callers check before they spend work on a request that would be rejected. */
  demandCapacity(): void {
    if (this.#running >= this.#maxRunning && this.#waiting.length >= this.#maxWaiting)
      throw new DomainError('repeated', { status: 503, message: this.#busyMessage, retryAfterSeconds: 2 });
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.demandCapacity();
    if (this.#running >= this.#maxRunning) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      // Passes the slot to the next waiter so that a newcomer cannot overtake it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
