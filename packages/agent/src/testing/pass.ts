import type { SteppedClock } from '@northlight/runtime';

/** Moves time on, after what is under way has settled, so that its timers stand before the time passes. */
export async function pass(clock: SteppedClock, ms: number): Promise<void> {
  await clock.advance(0);
  await clock.advance(ms);
}
