import type { SteppedClock } from '@northlight/runtime';

/** Advances the clock after pending work has run, so that timers set by that work fire too. */
export async function passTime(clock: SteppedClock, ms: number): Promise<void> {
  await clock.advance(0);
  await clock.advance(ms);
}
