import { KeyedWindow } from './keyed-window.ts';
import { createRecentMap } from './recent-map.ts';
import { MINUTE_MS } from './time.ts';

const MAX_KEYS = 50_000;

/**
 * Bans a key for 1 min after too many events within 1 min, so that further attempts need no look-ups. The
 * caller chooses the key: the identity alone if it is verified, identity and address if it is only claimed.
 * Otherwise an attacker could ban another device by using its name.
 */
export class KeyedBan {
  readonly #events: KeyedWindow;
  readonly #bannedUntil = createRecentMap<number>(MAX_KEYS);

  /** `limit` is the number of events within 1 min that bans a key. */
  constructor(limit: number) {
    this.#events = new KeyedWindow({ windowMs: MINUTE_MS, limit });
  }

  isBanned(key: string, now: number): boolean {
    return (this.#bannedUntil.get(key) ?? 0) > now;
  }

  /** Counts an event at `now` (ms). */
  record(key: string, now: number): void {
    if (this.#events.record(key, now)) this.#bannedUntil.set(key, now + MINUTE_MS);
  }
}
