/**
 * Adjusts the pace of the simulated hour: as fast as the machine permits, and more slowly while more than
 * `BACKLOG` reports are unacknowledged because of other load.
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

export interface PaceController extends AsyncDisposable {
  /** Lowest pace since the start. */
  readonly slowest: number;
}

export function startPaceController(world: HourWorld, reports: ReportCounts, most: number): PaceController {
  const stop = new AbortController();
  const controller = { slowest: most };
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
      controller.slowest = Math.min(controller.slowest, times);
      await world.play(world.clock.now(), times);
    }
  })();
  return Object.assign(controller, {
    [Symbol.asyncDispose]: () => {
      stop.abort();
      return running;
    },
  });
}
