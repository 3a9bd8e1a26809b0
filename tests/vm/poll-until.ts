import { setTimeout } from 'node:timers/promises';

const INTERVAL_MS = 200;

/** Repeats a check until it passes; rejects with its last error after `seconds`. */
export async function pollUntil<T>(check: () => T | Promise<T>, seconds = 30): Promise<T> {
  const endsAt = performance.now() + seconds * 1000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() >= endsAt) throw error;
    }
    await setTimeout(INTERVAL_MS);
  }
}
