import {
  type Endpoint,
  LIVE_COALESCE_MS,
  LIVE_ROWS_MAX,
  type LiveChange,
  type LiveResource,
  type LiveRow,
} from '@northlight/contract';
import { type Clock, type Entropy, randomBase62 } from '@northlight/runtime';
import type { LiveAddress } from '../bus/bus.ts';

export interface LiveEvent {
  readonly sequence: number;
  readonly change: LiveChange;
  /** Written once for every page that hears it. */
  readonly text: string;
  /** The same with the rows that changed, for whoever may read them. */
  readonly textWithRows?: string | undefined;
  /** Whose it is, when only one account's pages show it. */
  readonly accountId?: string | undefined;
}

export interface LiveSubscriber {
  /** Projects and accounts whose changes it may hear; asked at every delivery, because rights end. */
  hears(event: Pick<LiveEvent, 'change' | 'accountId'>): boolean;
  deliver(event: LiveEvent): void;
  /** Events may be missing; a stream that resumes after this id misses none. */
  reset(lastId: string): void;
}

/** Where the rows of a resource come from, and the list that they are of: who may not ask for it is told no row. */
export interface LiveRows {
  readonly list: Pick<Endpoint, 'access' | 'needs'>;
  read(projectId: number, ids: readonly string[]): Promise<readonly LiveRow[]>;
}

/** What came up while the resource was held back: rows by their ids, or more than those. */
type Pending = Set<string> | 'more';

const KEPT_EVENTS = 2000;

/**
 * Changes to open pages. The first change of a resource leaves at once, further ones within the coalescing time
 * leave together at its end. A few rows that changed travel along; of anything else the page is told to ask again. Keeps
 * the last events, without their rows, so that a stream can go on where it was cut.
 */
export class LiveHub {
  readonly #clock: Clock;
  /** Names this hub in event ids: those of another process, or of an earlier start, are not mistaken for its own. */
  readonly #name: string;
  readonly #subscribers = new Set<LiveSubscriber>();
  readonly #held = new Map<string, { pending: Pending | undefined }>();
  readonly #rows = new Map<LiveResource, LiveRows>();
  readonly #events: LiveEvent[] = [];
  #sequence = 0;

  constructor(clock: Clock, entropy: Entropy) {
    this.#clock = clock;
    this.#name = randomBase62(entropy, 8);
  }

  get subscriberCount(): number {
    return this.#subscribers.size;
  }

  /** Id of the last event, for a page that resumes after it: `q7Zd01Lk.42`. */
  get lastId(): string {
    return this.#idOf(this.#sequence);
  }

  /** Every resource whose rows travel along. */
  get rowSources(): ReadonlyMap<LiveResource, LiveRows> {
    return this.#rows;
  }

  /** From now on changed rows of a resource travel with its events. */
  provideRows(resource: LiveResource, rows: LiveRows): void {
    this.#rows.set(resource, rows);
  }

  /** Pages of a project, or of one account, refresh a resource. */
  changed(resource: LiveResource, to: LiveAddress): void {
    if ('projectId' in to) this.#tell(resource, to.projectId, undefined, 'more');
    else this.#tell(resource, undefined, to.accountId, 'more');
  }

  /** Events may be missing: every open page starts over. */
  reset(): void {
    this.#events.length = 0;
    this.#sequence += 1;
    for (const subscriber of this.#subscribers) subscriber.reset(this.lastId);
  }

  /** Nothing but these rows changed, and of them nothing but what their source reads. */
  changedRows(resource: LiveResource, projectId: number, ids: readonly string[]): void {
    this.#tell(resource, projectId, undefined, new Set(ids));
  }

  subscribe(subscriber: LiveSubscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Events after an id; undefined when it is not of this hub, or when events after it are forgotten. */
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

  #tell(resource: LiveResource, projectId: number | undefined, accountId: string | undefined, what: Pending) {
    const key = `${resource}/${projectId ?? ''}/${accountId ?? ''}`;
    const held = this.#held.get(key);
    if (held) {
      held.pending = together(held.pending, what);
      return;
    }
    const hold: { pending: Pending | undefined } = { pending: undefined };
    this.#held.set(key, hold);
    const release = () => {
      this.#held.delete(key);
      if (hold.pending) this.#tell(resource, projectId, accountId, hold.pending);
    };
    if (what === 'more' || projectId === undefined) {
      this.#emit(resource, projectId, accountId);
      this.#clock.after(LIVE_COALESCE_MS, release);
      return;
    }
    const told = this.#emitRows(resource, projectId, [...what]);
    // Rows that are read later are told later, however long the database takes for the first ones.
    this.#clock.after(LIVE_COALESCE_MS, () => void told.then(release));
  }

  async #emitRows(resource: LiveResource, projectId: number, ids: readonly string[]): Promise<void> {
    const source = this.#rows.get(resource);
    const change = { resource, projectId, version: 0 };
    const isHeard = [...this.#subscribers].some((subscriber) => subscriber.hears({ change }));
    let rows: readonly LiveRow[] | undefined;
    try {
      if (source && isHeard && ids.length <= LIVE_ROWS_MAX) rows = await source.read(projectId, ids);
    } catch {
      // Whoever asks for the list is told what is wrong with the database.
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
    const event: LiveEvent = { sequence, change, accountId, text: written(id, change) };
    this.#events.push(event);
    if (this.#events.length > KEPT_EVENTS) this.#events.splice(0, this.#events.length - KEPT_EVENTS);
    const told = rows ? { ...event, textWithRows: written(id, { ...change, rows: [...rows] }) } : event;
    for (const subscriber of this.#subscribers) if (subscriber.hears(told)) subscriber.deliver(told);
  }
}

const written = (id: string, change: LiveChange): string =>
  `id: ${id}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;

function together(before: Pending | undefined, what: Pending): Pending {
  if (before === 'more' || what === 'more') return 'more';
  const all = new Set([...(before ?? []), ...what]);
  return all.size > LIVE_ROWS_MAX ? 'more' : all;
}
