import { type Clock, MINUTE_MS } from '@northlight/runtime';
import type { Logger } from 'pino';
import { isUnavailable } from './db/errors.ts';

const FIRST_PAUSE_MS = 4_000;
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;

/** Returns the pause (ms) after a number of failures: 4 s after the first, twice as long after each further one, at most 10 min. */
export const getPauseMs = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));

interface Failures {
  readonly count: number;
  readonly until: number;
}

/**
 * Runs work that is repeated for many projects. A project whose work fails is paused, twice as long after each further
 * failure and 10 min at most, so that it neither stops the work of the others nor repeats the same failure for ever.
 */
export class FailurePauses {
  readonly #clock: Clock;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #what: string;
  readonly #failures = new Map<number, Failures>();

  /** `what` is the text of the log entry: `the network topology could not be updated`. */
  constructor({ clock, log }: { readonly clock: Clock; readonly log: Pick<Logger, 'warn'> }, what: string) {
    this.#clock = clock;
    this.#log = log;
    this.#what = what;
  }

  /** Number of projects whose last try failed. */
  get paused(): number {
    return this.#failures.size;
  }

  /**
   * Runs the work unless the project is paused. Returns false if it did not run or failed. A database that cannot be reached
   * pauses nothing, because that is no failure of the project.
   */
  async run(projectId: number, work: () => Promise<void>): Promise<boolean> {
    const earlier = this.#failures.get(projectId);
    if (earlier && this.#clock.now() < earlier.until) return false;
    try {
      await work();
      this.#failures.delete(projectId);
      return true;
    } catch (error) {
      if (isUnavailable(error)) {
        this.#log.warn({ err: error, project: projectId }, this.#what);
        return false;
      }
      const count = (earlier?.count ?? 0) + 1;
      const pauseMs = getPauseMs(count);
      this.#failures.set(projectId, { count, until: this.#clock.now() + pauseMs });
      this.#log.warn({ err: error, project: projectId, failures: count, pauseMs }, this.#what);
      return false;
    }
  }
}
