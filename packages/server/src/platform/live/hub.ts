import {
  type Endpoint,
  LIVE_COALESCE_MS,
  LIVE_ROWS_MAX,
  type LiveChange,
  type LiveResource,
  type LiveRow,
} from '@northlight/contract';
import { type Clock, type Entropy, createRandomBase62 } from '@northlight/runtime';
import type { LiveRecipients } from '../bus/bus.ts';

export interface LiveEvent {
  readonly sequence: number;
  readonly change: LiveChange;
  /** The event as text, formatted once for all subscribers. */
  readonly text: string;
  /** The event as text with the changed rows, for subscribers that may read the rows. */
  readonly textWithRows?: string | undefined;
  /** Id of the account; present for an event that only this account's pages receive. */
  readonly accountId?: string | undefined;
}

export interface LiveSubscriber {
  /**
   * Returns true when the subscriber may receive the event. Called for every delivery, because rights can
   * end.
   */
  accepts(event: Pick<LiveEvent, 'change' | 'accountId'>): boolean;
  deliver(event: LiveEvent): void;
  /** Reports that events may be missing. A stream that resumes after this id misses none. */
  reset(lastId: string): void;
}

/**
 * Source of a resource's rows, and its list operation. Callers without access to the list receive no rows.
 */
export interface LiveRows {
  readonly list: Pick<Endpoint, 'access' | 'needs'>;
  read(projectId: number, ids: readonly string[]): Promise<readonly LiveRow[]>;
}

/** Changes during the coalescing time: the ids of changed rows, or `more` if other data has changed too. */
type Pending = Set<string> | 'more';

const KEPT_EVENTS = 2000;

/**
 * Sends changes to open pages. The first change of a resource is sent at once; further changes within the
 * coalescing time are combined at its end. An event contains up to 500 changed rows; without rows, the page
 * reloads the resource. The hub keeps the last events without rows, so that a stream can resume.
 */
export class LiveHub {
  readonly #clock: Clock;
  /** Name of this hub in event ids, so that ids of another process or an earlier start are not accepted. */
  readonly #name: string;
  readonly #subscribers = new Set<LiveSubscriber>();
  readonly #held = new Map<string, { pending: Pending | undefined }>();
  readonly #rows = new Map<LiveResource, LiveRows>();
  readonly #events: LiveEvent[] = [];
  #sequence = 0;

  constructor(clock: Clock, entropy: Entropy) {
    this.#clock = clock;
    this.#name = createRandomBase62(entropy, 8);
  }

  get subscriberCount(): number {
    return this.#subscribers.size;
  }

  /** Id of the last event, for example `q7Zd01Lk.42`. */
  get lastId(): string {
    return this.#idOf(this.#sequence);
  }

  /** Returns the resources whose changed rows are sent with events. */
  get rowSources(): ReadonlyMap<LiveResource, LiveRows> {
    return this.#rows;
  }

  /** Registers the source of rows that are sent with the events of a resource. */
  provideRows(resource: LiveResource, rows: LiveRows): void {
    this.#rows.set(resource, rows);
  }

  /** Notifies the pages of a project or an account that a resource changed. */
  changed(resource: LiveResource, to: LiveRecipients): void {
    if ('projectId' in to) this.#announce(resource, to.projectId, undefined, 'more');
    else this.#announce(resource, undefined, to.accountId, 'more');
  }

  /** Notifies every open page that events may be missing, so that it reloads its data. */
  reset(): void {
    this.#events.length = 0;
    this.#sequence += 1;
    for (const subscriber of this.#subscribers) subscriber.reset(this.lastId);
  }

  /** Notifies pages that only these rows changed, and only in values that the resource's row source reads. */
  changedRows(resource: LiveResource, projectId: number, ids: readonly string[]): void {
    this.#announce(resource, projectId, undefined, new Set(ids));
  }

  subscribe(subscriber: LiveSubscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /**
   * Returns the events after an id; undefined for an id of another hub, or when the hub no longer keeps all
   * later events.
   */
  since(id: string): LiveEvent[] | undefined {
    const [name, digits = ''] = id.split('.');
    const last = Number(digits);
    const oldest = this.#events[0]?.sequence ?? this.#sequence + 1;
    if (name !== this.#name || !/^\d+$/.test(digits) || last > this.#sequence || last < oldest - 1)
      return undefined;
    return this.#events.filter(({ sequence }) => sequence > last);
  }

  #idOf(sequence: number): string {
    return `${this.#name}.${sequence}`;
  }

  #announce(
    resource: LiveResource,
    projectId: number | undefined,
    accountId: string | undefined,
    change: Pending,
  ) {
    const key = `${resource}/${projectId ?? ''}/${accountId ?? ''}`;
    const held = this.#held.get(key);
    if (held) {
      held.pending = mergePending(held.pending, change);
      return;
    }
    const hold: { pending: Pending | undefined } = { pending: undefined };
    this.#held.set(key, hold);
    const release = () => {
      this.#held.delete(key);
      if (hold.pending) this.#announce(resource, projectId, accountId, hold.pending);
    };
    if (change === 'more' || projectId === undefined) {
      this.#emit(resource, projectId, accountId);
      this.#clock.after(LIVE_COALESCE_MS, release);
      return;
    }
    const emitted = this.#emitRows(resource, projectId, [...change]);
    // Waits until the read in progress has ended, so that later rows are never sent before earlier ones.
    this.#clock.after(LIVE_COALESCE_MS, () => void emitted.then(release));
  }

  async #emitRows(resource: LiveResource, projectId: number, ids: readonly string[]): Promise<void> {
    const source = this.#rows.get(resource);
    const change = { resource, projectId, version: 0 };
    const hasSubscriber = [...this.#subscribers].some((subscriber) => subscriber.accepts({ change }));
    let rows: readonly LiveRow[] | undefined;
    try {
      if (source && hasSubscriber && ids.length <= LIVE_ROWS_MAX) rows = await source.read(projectId, ids);
    } catch {
      // Sends the event without rows: the page then reloads the list and receives the database error.
    }
    this.#emit(resource, projectId, undefined, rows);
  }

  #emit(
    resource: LiveResource,
    projectId: number | undefined,
    accountId: string | undefined,
    rows?: readonly LiveRow[],
  ): void {
    const sequence = ++this.#sequence;
    const id = this.#idOf(sequence);
    const change: LiveChange = { resource, version: sequence, ...(projectId !== undefined && { projectId }) };
    const event: LiveEvent = { sequence, change, accountId, text: formatEvent(id, change) };
    this.#events.push(event);
    if (this.#events.length > KEPT_EVENTS) this.#events.splice(0, this.#events.length - KEPT_EVENTS);
    const published = rows
      ? { ...event, textWithRows: formatEvent(id, { ...change, rows: [...rows] }) }
      : event;
    for (const subscriber of this.#subscribers)
      if (subscriber.accepts(published)) subscriber.deliver(published);
  }
}

const formatEvent = (id: string, change: LiveChange): string =>
  `id: ${id}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;

function mergePending(before: Pending | undefined, added: Pending): Pending {
  if (before === 'more' || added === 'more') return 'more';
  const all = new Set([...(before ?? []), ...added]);
  return all.size > LIVE_ROWS_MAX ? 'more' : all;
}
