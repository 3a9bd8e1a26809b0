/** Plays the hour as fast as the machine goes: slower while reports pile up, because others work on it as well. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Said } from './hour-fleet.ts';
import type { HourWorld } from './hour-world.ts';

const LOOK_MS = 250;
/** Reports on their way: so many are a backlog, and so few are none. */
const BACKLOG = 120;
const NONE = 50;
const SLOWER = 0.6;
const FASTER = 1.15;

export interface Governor extends AsyncDisposable {
  /** The slowest that it was. */
  readonly slowest: number;
}

export function govern(world: HourWorld, said: Said, most: number): Governor {
  const stop = new AbortController();
  const governor = { slowest: most };
  let times = most;
  const running = (async () => {
    while (!stop.signal.aborted) {
      await wait(LOOK_MS);
      const next =
        said.pending > BACKLOG
          ? Math.max(1, times * SLOWER)
          : said.pending < NONE
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
