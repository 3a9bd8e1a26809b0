import type { Clock } from '@northlight/runtime';
import type { Bus, PermissionScope } from './bus/bus.ts';

/** Maximum time between look-ups, so that the end of a right is found even if its message was lost. */
const SWEEP_MS = 60_000;
/**
 * Poll interval while messages of other processes do not arrive, so that a session that ends at another
 * process also ends at this process within 2 s.
 */
const POLL_WITHOUT_BUS_MS = 1_500;

/**
 * Minimum wait between look-ups, because timers may fire up to 1 ms before an expiry and would cause a busy
 * loop.
 */
const MIN_WAIT_MS = 10;

export interface WatchedRight {
  /** Session on which the right depends, with its account and project. */
  readonly sessionId: string;
  readonly accountId: string | undefined;
  readonly projectId: number | undefined;
  /**
   * Version of the watch before the caller checked the right. If it is absent or outdated, the watch looks up
   * the right at once.
   */
  readonly since?: number;
  /** Known expiry of the right (ms); Infinity without one. */
  readonly until: number;
  /**
   * Looks the right up again. Resolves to its new `until`, or to undefined when it has ended. A rejection
   * also ends the right.
   */
  lookUp(): Promise<number | undefined>;
  /** Called once when the right ends. */
  onEnded(): void;
}

export interface RightHandle extends Disposable {
  /** Resolves when no look-up is in progress, so that all changes announced before are applied. */
  settled(): Promise<void>;
}

/**
 * Ends streams and tunnels, which outlive their request, when the right to them ends. Looks rights up again when a message
 * reports a possible change, at their known expiry, every minute, and every 1.5 s while the bus is disconnected.
 */
export class RightsWatch {
  readonly #clock: Clock;
  readonly #bus: Bus;
  readonly #rights = new Set<Watcher>();
  #version = 0;

  constructor({ bus, clock }: { readonly bus: Bus; readonly clock: Clock }) {
    this.#bus = bus;
    this.#clock = clock;
    bus.subscribe('rights', ({ of }) => this.#recheck((right) => dependsOn(right, of)));
    bus.onConnection(() => this.#recheck(() => true));
  }

  /** Returns a number that increases with every message that may have changed a right. */
  get version(): number {
    return this.#version;
  }

  /** Watches a right until it ends or the handle is disposed of. */
  watch(right: WatchedRight): RightHandle {
    const watcher = new Watcher(right, this.#clock, () =>
      this.#bus.isConnected ? SWEEP_MS : POLL_WITHOUT_BUS_MS,
    );
    this.#rights.add(watcher);
    watcher.start(right.since !== this.#version);
    return {
      settled: () => watcher.settled(),
      [Symbol.dispose]: () => {
        watcher.stop();
        this.#rights.delete(watcher);
      },
    };
  }

  #recheck(matches: (right: WatchedRight) => boolean): void {
    this.#version += 1;
    for (const watcher of this.#rights) if (matches(watcher.right)) watcher.check();
  }
}

function dependsOn(right: WatchedRight, of: PermissionScope): boolean {
  if ('projectId' in of) return right.projectId === of.projectId;
  if ('accountId' in of) return right.accountId === of.accountId;
  return right.sessionId === of.sessionId;
}

/**
 * Watches one right with at most one look-up at a time. A message during a look-up causes another look-up.
 */
class Watcher {
  readonly right: WatchedRight;
  readonly #clock: Clock;
  readonly #maxWait: () => number;
  #cancel: () => void = () => undefined;
  #lookUp: Promise<void> | undefined;
  #isStale = false;
  #isStopped = false;

  constructor(right: WatchedRight, clock: Clock, maxWaitMs: () => number) {
    this.right = right;
    this.#clock = clock;
    this.#maxWait = maxWaitMs;
  }

  start(isStale: boolean): void {
    if (isStale) this.check();
    else this.#arm(this.right.until);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  check(): void {
    if (this.#isStopped) return;
    if (this.#lookUp) this.#isStale = true;
    else this.#lookUp = this.#runLookUps();
  }

  async settled(): Promise<void> {
    await this.#lookUp;
  }

  async #runLookUps(): Promise<void> {
    this.#cancel();
    let until: number | undefined;
    do {
      this.#isStale = false;
      until = await this.right.lookUp().catch(() => undefined);
    } while (this.#isStale && until !== undefined && !this.#isStopped);
    this.#lookUp = undefined;
    if (this.#isStopped) return;
    // Checks the time again, because the right may have expired during the look-up.
    if (until !== undefined && until > this.#clock.now()) return this.#arm(until);
    this.stop();
    this.right.onEnded();
  }

  #arm(until: number): void {
    // Checks again after `MIN_WAIT_MS`, because a timer may fire up to 1 ms early, while the right is still
    // valid.
    const waitMs = Math.max(MIN_WAIT_MS, until - this.#clock.now());
    this.#cancel = this.#clock.after(Math.min(waitMs, this.#maxWait()), () => this.check());
  }
}
