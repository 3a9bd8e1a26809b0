/**
 * Plays the hour as fast as the machine permits, and more slowly while reports accumulate because of other
 * load.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { ReportCounts } from './hour-fleet.ts';
import type { HourWorld } from './hour-world.ts';

const LOOK_MS = 250;
/** Number of unacknowledged reports from which a backlog exists, and number below which it has ended. */
const BACKLOG = 120;
const NONE = 50;
const SLOWER = 0.6;
const FASTER = 1.15;

export interface Governor extends AsyncDisposable {
  /** Lowest pace since the start. */
  readonly slowest: number;
}

export function govern(world: HourWorld, reports: ReportCounts, most: number): Governor {
  const stop = new AbortController();
  const governor = { slowest: most };
  let times = most;
  const running = (async () => {
    while (!stop.signal.aborted) {
      await wait(LOOK_MS);
      const next =
        reports.pending > BACKLOG
          ? Math.max(1, times * SLOWER)
          : reports.pending < NONE
            ? Math.min(most, times * FASTER)
            : times;
      if (next === times) continue;
      times = next;
      governor.slowest = Math.min(governor.slowest, times);
      await world.play(world.clock.now(), times);
    }
  })();
  return Object.assign(governor, {
    [Symbol.asyncDispose]: () => {
      stop.abort();
      return running;
    },
  });
}
