import { LIVE_COALESCE_MS, type LiveChange, type LiveResource } from '@northlight/contract';
import type { Clock } from '@northlight/runtime';

export interface LiveEvent {
  readonly id: number;
  readonly change: LiveChange;
  /** Whose it is, when only one account's pages show it. */
  readonly accountId?: string | undefined;
}

export interface LiveSubscriber {
  /** Projects and accounts whose changes it may hear; asked at every delivery, because rights end. */
  hears(event: LiveEvent): boolean;
  deliver(event: LiveEvent): void;
}

const KEPT_EVENTS = 2000;

/**
 * Invalidations to open pages. The first change of a resource leaves at once, further ones within the coalescing time
 * leave together at its end. Keeps the last events, so that a stream can go on where it was cut.
 */
export class LiveHub {
  readonly #clock: Clock;
  readonly #epoch: number;
  readonly #subscribers = new Set<LiveSubscriber>();
  readonly #held = new Map<string, { pending: boolean }>();
  readonly #events: LiveEvent[] = [];
  #lastId: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    // Ids go on rising over a restart, so that an id from before it is known to be too old, not mistaken for a new one.
    this.#epoch = clock.now() * 1000;
    this.#lastId = this.#epoch;
  }

  get subscriberCount(): number {
    return this.#subscribers.size;
  }

  get lastId(): number {
    return this.#lastId;
  }

  /** Of a project, of one account, or, without either, of everybody. */
  changed(resource: LiveResource, projectId?: number, accountId?: string): void {
    const key = `${resource}/${projectId ?? ''}/${accountId ?? ''}`;
    const held = this.#held.get(key);
    if (held) {
      held.pending = true;
      return;
    }
    this.#emit(resource, projectId, accountId);
    const hold = { pending: false };
    this.#held.set(key, hold);
    this.#clock.after(LIVE_COALESCE_MS, () => {
      this.#held.delete(key);
      if (hold.pending) this.changed(resource, projectId, accountId);
    });
  }

  subscribe(subscriber: LiveSubscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Events after an id; undefined when some of them are forgotten and the page has to start over. */
  since(id: number): LiveEvent[] | undefined {
    const oldest = this.#events[0]?.id ?? this.#lastId + 1;
    if (id < this.#epoch || id > this.#lastId || id < oldest - 1) return undefined;
    return this.#events.filter((event) => event.id > id);
  }

  #emit(resource: LiveResource, projectId: number | undefined, accountId: string | undefined): void {
    const id = ++this.#lastId;
    const change: LiveChange = { resource, version: id, ...(projectId !== undefined && { projectId }) };
    const event: LiveEvent = { id, change, accountId };
    this.#events.push(event);
    if (this.#events.length > KEPT_EVENTS) this.#events.splice(0, this.#events.length - KEPT_EVENTS);
    for (const subscriber of this.#subscribers) if (subscriber.hears(event)) subscriber.deliver(event);
  }
}
