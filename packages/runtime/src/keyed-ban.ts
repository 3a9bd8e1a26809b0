import { KeyedWindow } from './keyed-window.ts';
import { recentMap } from './recent-map.ts';
import { MINUTE_MS } from './time.ts';

const KEYS_KEPT = 50_000;

/**
 * Bans a key for a minute after too many events within a minute, so that no look-up is spent on its next attempts. The
 * caller chooses the key: the identity alone where it is proved, identity and address where it is only claimed, so that
 * an attacker cannot ban another account's device by using its name.
 */
export class KeyedBan {
  readonly #events: KeyedWindow;
  readonly #bannedUntil = recentMap<number>(KEYS_KEPT);

  /** The event number `limit` within a minute starts the ban. */
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
