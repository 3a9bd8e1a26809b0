import type { Clock, Entropy } from '@northlight/runtime';

/** A state of the camera that events report. */
export interface CameraProperty {
  /** Topic without prefixes: `VideoSource/MotionAlarm`. */
  readonly topic: string;
  /** Names and values that identify the source. */
  readonly source: readonly (readonly [name: string, value: string])[];
  readonly data: { readonly name: string; readonly value: boolean };
}

export interface CameraEvent extends CameraProperty {
  /** Time of the camera, ms since 1970. */
  readonly at: number;
  readonly operation: 'Initialized' | 'Changed';
}

/** Decides whether a topic is in a subscription. */
export type TopicFilter = (topic: string) => boolean;

const MAX_QUEUED = 100;
export const MAX_PULL_POINTS = 10;

/** A subscription whose events a client fetches. */
export class PullPoint {
  readonly id: string;
  /** Monotonic time at which it ends (ms). */
  endsAt: number;
  readonly lifetimeMs: number;
  readonly #filter: TopicFilter;
  #queue: CameraEvent[] = [];
  #wake: (() => void) | undefined;

  constructor(id: string, filter: TopicFilter, now: number, lifetimeMs: number) {
    this.id = id;
    this.#filter = filter;
    this.lifetimeMs = lifetimeMs;
    this.endsAt = now + lifetimeMs;
  }

  /** Adds an event; the oldest one is dropped from a full queue. */
  push(event: CameraEvent): void {
    if (!this.#filter(event.topic)) return;
    this.#queue.push(event);
    if (this.#queue.length > MAX_QUEUED) this.#queue.shift();
    this.#wake?.();
  }

  /** Returns up to `limit` events, after at most `waitMs` if there are none. A newer call ends an older one. */
  async pull(limit: number, waitMs: number, clock: Clock, signal: AbortSignal): Promise<CameraEvent[]> {
    this.#wake?.();
    if (this.#queue.length === 0 && waitMs > 0 && !signal.aborted) await this.#wait(waitMs, clock, signal);
    return this.#queue.splice(0, limit);
  }

  /** Ends a waiting call. */
  close(): void {
    this.#queue = [];
    this.#wake?.();
  }

  #wait(waitMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        cancel();
        signal.removeEventListener('abort', finish);
        if (this.#wake === finish) this.#wake = undefined;
        resolve();
      };
      const cancel = clock.after(waitMs, finish);
      signal.addEventListener('abort', finish, { once: true });
      this.#wake = finish;
    });
  }
}

/** The pull points of a camera. */
export class PullPoints {
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  readonly #points = new Map<string, PullPoint>();

  constructor(clock: Clock, entropy: Entropy) {
    this.#clock = clock;
    this.#entropy = entropy;
  }

  /** Returns undefined if there are as many as possible. */
  create(filter: TopicFilter, lifetimeMs: number): PullPoint | undefined {
    this.#removeEnded();
    if (this.#points.size >= MAX_PULL_POINTS) return undefined;
    const id = Buffer.from(this.#entropy.bytes(12)).toString('hex');
    const point = new PullPoint(id, filter, this.#clock.now(), lifetimeMs);
    this.#points.set(id, point);
    return point;
  }

  find(id: string): PullPoint | undefined {
    this.#removeEnded();
    return this.#points.get(id);
  }

  remove(point: PullPoint): void {
    this.#points.delete(point.id);
    point.close();
  }

  clear(): void {
    for (const point of this.#points.values()) point.close();
    this.#points.clear();
  }

  publish(event: CameraEvent): void {
    this.#removeEnded();
    for (const point of this.#points.values()) point.push(event);
  }

  #removeEnded(): void {
    const now = this.#clock.now();
    for (const point of this.#points.values()) {
      if (point.endsAt <= now) this.remove(point);
    }
  }
}
