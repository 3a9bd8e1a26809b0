import { DomainError } from '@northlight/contract';
import { type Clock, MINUTE_MS, SystemClock } from '@northlight/runtime';
import { getPauseMs } from './failure-pauses.ts';

/** The account that a job is for. All visitors of the demos are one requester. */
export interface QueueRequester {
  readonly id: string;
  readonly isVisitor: boolean;
}

/** Urgency of a job: `light` is that of an account that has used little time of the queue. */
export type QueuePriority = 'light' | 'heavy' | 'visitor';

/** Slot time after which an account can be a heavy user. */
const LIGHT_USE_MS = 10_000;
/** Time after which half of a used time is forgiven. */
const HALF_FORGIVEN_MS = MINUTE_MS;
/** Used time that is forgotten (ms). */
const FORGOTTEN_MS = 1;

interface Use {
  readonly usedMs: number;
  readonly at: number;
}

/** Queues whose jobs use the same processors: a requester has one running job in all of them, and its use of all counts. */
export class QueueGroup {
  readonly running = new Set<string>();
  readonly #starters: (() => void)[] = [];
  readonly #uses = new Map<string, Use>();

  /** Adds a function that starts the waiting jobs of a queue. */
  add(startNext: () => void): void {
    this.#starters.push(startNext);
  }

  end(id: string): void {
    this.running.delete(id);
    for (const startNext of this.#starters) startNext();
  }

  addUse(id: string, ms: number, now: number): void {
    this.#uses.set(id, { usedMs: this.#readUse(id, now) + ms, at: now });
    for (const key of this.#uses.keys()) if (this.#readUse(key, now) < FORGOTTEN_MS) this.#uses.delete(key);
  }

  /**
   * Returns true for an account that has used much time, and more than half as much as any other. A busy processor lengthens
   * the jobs of all accounts, which must not make each of them a heavy user.
   */
  isHeavy(id: string, now: number): boolean {
    const used = this.#readUse(id, now);
    const most = Math.max(...this.#uses.keys().map((key) => this.#readUse(key, now)));
    return used > LIGHT_USE_MS && used > most / 2;
  }

  #readUse(id: string, now: number): number {
    const { at, usedMs } = this.#uses.get(id) ?? { at: now, usedMs: 0 };
    return usedMs * 0.5 ** ((now - at) / HALF_FORGIVEN_MS);
  }
}

export interface FairQueueOptions {
  readonly clock?: Clock;
  /** Other queues in which a running job of the same requester counts; by default none. */
  readonly group?: QueueGroup;
  /**
   * Jobs of accounts that run at a time. The last slot is kept for accounts that have used little time, so that heavy use
   * delays only other heavy users. One job of visitors runs in addition.
   */
  readonly slots: number;
  /** Jobs of all accounts that wait; more are refused with the message `busy`. */
  readonly waiting: number;
  readonly busy: string;
}

/** Time without a failure after which a requester's earlier failures no longer lengthen a pause. */
const FAILURES_KEPT_MS = 60 * MINUTE_MS;
const RETRY_SECONDS = 2;
/** Time after which a refusal is answered. */
export const REFUSAL_DELAY_MS = 250;

interface Waiting {
  readonly requester: QueueRequester;
  start(priority: QueuePriority): void;
}

interface Failures {
  readonly count: number;
  readonly at: number;
  readonly until: number;
}

/**
 * Runs expensive jobs of many accounts. Each account has one running and one waiting job, and heavy users cannot occupy
 * all slots. Counts in memory per process.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #clock: Clock;
  readonly #group: QueueGroup;
  readonly #running = new Map<string, QueuePriority>();
  readonly #waiting: Waiting[] = [];
  readonly #failures = new Map<string, Failures>();

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#clock = options.clock ?? new SystemClock();
    this.#group = options.group ?? new QueueGroup();
    this.#group.add(() => this.#startNext());
  }

  /**
   * Runs a job in its turn. Throws after 250 ms: 429 if the requester has a running and a waiting job or is paused, and 503 if
   * the jobs of too many accounts wait.
   */
  async run<T>(requester: QueueRequester, work: (priority: QueuePriority) => Promise<T>): Promise<T> {
    const refusal = this.#findPause(requester) ?? this.#findLackOfPlace(requester);
    if (refusal) {
      // A client that repeats refused requests at once would occupy a processor with them.
      await new Promise<void>((resolve) => this.#clock.after(REFUSAL_DELAY_MS, resolve));
      throw refusal;
    }
    const priority = await new Promise<QueuePriority>((start) => {
      this.#waiting.push({ requester, start });
      this.#startNext();
    });
    const start = this.#clock.now();
    try {
      // An earlier job may have paused the requester meanwhile.
      const paused = this.#findPause(requester);
      if (paused) throw paused;
      return await work(priority);
    } finally {
      const now = this.#clock.now();
      if (!requester.isVisitor) this.#group.addUse(requester.id, now - start, now);
      this.#running.delete(requester.id);
      this.#group.end(requester.id);
    }
  }

  /** Refuses further jobs of a requester for a time that doubles with each call, after a job that reached its time limit. */
  pause({ id }: QueueRequester): void {
    const now = this.#clock.now();
    for (const [key, { at }] of this.#failures) if (now - at > FAILURES_KEPT_MS) this.#failures.delete(key);
    const count = (this.#failures.get(id)?.count ?? 0) + 1;
    this.#failures.set(id, { count, at: now, until: now + getPauseMs(count) });
  }

  #findPause({ id }: QueueRequester): DomainError | undefined {
    const now = this.#clock.now();
    const until = this.#failures.get(id)?.until ?? 0;
    if (now >= until) return undefined;
    const seconds = Math.ceil((until - now) / 1_000);
    return createRefusal(429, `Your last request took too long. Try again in ${seconds} s.`, seconds);
  }

  #findLackOfPlace({ id, isVisitor }: QueueRequester): DomainError | undefined {
    if (this.#waiting.some(({ requester }) => requester.id === id)) {
      const message = isVisitor
        ? 'Others are using the demo now. Try again in a few seconds.'
        : 'Two of your requests of this kind are in progress. Wait until one has ended.';
      return createRefusal(429, message, RETRY_SECONDS);
    }
    const others = this.#waiting.filter(({ requester }) => !requester.isVisitor).length;
    if (!isVisitor && others >= this.#options.waiting)
      return createRefusal(503, this.#options.busy, RETRY_SECONDS);
    return undefined;
  }

  #startNext(): void {
    for (const priority of ['light', 'heavy', 'visitor'] as const)
      for (let index = 0; index < this.#waiting.length;) {
        const next = this.#waiting[index];
        if (!next || !this.#canStart(next.requester, priority)) index += 1;
        else {
          this.#waiting.splice(index, 1);
          this.#running.set(next.requester.id, priority);
          this.#group.running.add(next.requester.id);
          next.start(priority);
        }
      }
  }

  #canStart(requester: QueueRequester, priority: QueuePriority): boolean {
    if (this.#group.running.has(requester.id) || this.#getPriority(requester) !== priority) return false;
    const running = [...this.#running.values()];
    const accounts = running.filter((other) => other !== 'visitor').length;
    const heavy = running.filter((other) => other === 'heavy').length;
    const { slots } = this.#options;
    if (priority === 'visitor') return true;
    return accounts < slots && (priority === 'light' || heavy < Math.max(1, slots - 1));
  }

  #getPriority({ id, isVisitor }: QueueRequester): QueuePriority {
    if (isVisitor) return 'visitor';
    return this.#group.isHeavy(id, this.#clock.now()) ? 'heavy' : 'light';
  }
}

const createRefusal = (status: 429 | 503, message: string, retryAfterSeconds: number): DomainError =>
  new DomainError('repeated', { status, message, retryAfterSeconds });
