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

  /** Runs a job in its turn; throws 503 when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#maxRunning && this.#waiting.length >= this.#maxWaiting)
      throw createBusyError(this.#busyMessage);
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

export const createBusyError = (message: string): DomainError =>
  new DomainError('repeated', { status: 503, message, retryAfterSeconds: 2 });
