import type { SteppedClock } from '@northlight/runtime';

/** Advances the clock after pending work has settled, so that timers set by that work are counted. */
export async function passTime(clock: SteppedClock, ms: number): Promise<void> {
  await clock.advance(0);
  await clock.advance(ms);
}
