import type { Clock } from '@northlight/runtime';
import type { Bus, RightsHolder } from './bus/bus.ts';

/** A right whose end is missed by every message is noticed after this long. */
const SWEEP_MS = 60_000;
/** Without messages of other processes rights are asked for this often: sessions that end elsewhere end here within 2 s. */
const WITHOUT_BUS_MS = 1_500;

const EARLY_MS = 10;

export interface WatchedRight {
  /** Whose rights it depends on. */
  readonly sessionId: string;
  readonly accountId: string | undefined;
  readonly projectId: number | undefined;
  /** The version of the watch before the right was looked up: after a change since then, or absent, it asks at once. */
  readonly since?: number;
  /** When the right ends by itself (ms), as far as it is known. */
  readonly until: number;
  /** Looks the right up again. Resolves with its new `until`; with undefined when it has ended. A rejection ends it too. */
  ask(): Promise<number | undefined>;
  /** Called once, when the right has ended. */
  ended(): void;
}

export interface RightHandle extends Disposable {
  /** Resolves when no look-up is under way: a change that was announced before has been taken into account. */
  settled(): Promise<void>;
}

/**
 * Ends what outlives its request, such as streams and tunnels, with the right to it: rights are looked up again when a
 * message says that they may have changed, at their known end, every minute, and every 1.5 s while there is no bus.
 */
export class RightsWatch {
  readonly #clock: Clock;
  readonly #bus: Bus;
  readonly #rights = new Set<Watcher>();
  #version = 0;

  constructor({ bus, clock }: { readonly bus: Bus; readonly clock: Clock }) {
    this.#bus = bus;
    this.#clock = clock;
    bus.subscribe('rights', ({ of }) => this.#recheck((right) => isOf(right, of)));
    bus.onConnection(() => this.#recheck(() => true));
  }

  /** Rises with every message that may have changed a right. */
  get version(): number {
    return this.#version;
  }

  /** Watches a right until it has ended or the result is disposed of. */
  watch(right: WatchedRight): RightHandle {
    const watcher = new Watcher(right, this.#clock, () =>
      this.#bus.isConnected ? SWEEP_MS : WITHOUT_BUS_MS,
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

  #recheck(isMeant: (right: WatchedRight) => boolean): void {
    this.#version += 1;
    for (const watcher of this.#rights) if (isMeant(watcher.right)) watcher.check();
  }
}

function isOf(right: WatchedRight, of: RightsHolder): boolean {
  if ('projectId' in of) return right.projectId === of.projectId;
  if ('accountId' in of) return right.accountId === of.accountId;
  return right.sessionId === of.sessionId;
}

/** One right: never looked up twice at a time, and once more when a message came while it was. */
class Watcher {
  readonly right: WatchedRight;
  readonly #clock: Clock;
  readonly #longest: () => number;
  #cancel: () => void = () => undefined;
  #asking: Promise<void> | undefined;
  #askAgain = false;
  #isOver = false;

  constructor(right: WatchedRight, clock: Clock, longest: () => number) {
    this.right = right;
    this.#clock = clock;
    this.#longest = longest;
  }

  start(isStale: boolean): void {
    if (isStale) this.check();
    else this.#arm(this.right.until);
  }

  stop(): void {
    this.#isOver = true;
    this.#cancel();
  }

  check(): void {
    if (this.#isOver) return;
    if (this.#asking) this.#askAgain = true;
    else this.#asking = this.#ask();
  }

  async settled(): Promise<void> {
    await this.#asking;
  }

  async #ask(): Promise<void> {
    this.#cancel();
    let until: number | undefined;
    do {
      this.#askAgain = false;
      until = await this.right.ask().catch(() => undefined);
    } while (this.#askAgain && until !== undefined && !this.#isOver);
    this.#asking = undefined;
    if (this.#isOver) return;
    // It may have come to its end while it was looked up.
    if (until !== undefined && until > this.#clock.now()) return this.#arm(until);
    this.stop();
    this.right.ended();
  }

  #arm(until: number): void {
    // A timer may fire a little early: then the right still holds, and is asked for again shortly after.
    const wait = Math.max(EARLY_MS, until - this.#clock.now());
    this.#cancel = this.#clock.after(Math.min(wait, this.#longest()), () => this.check());
  }
}
