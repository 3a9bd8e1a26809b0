import type { Page } from 'playwright-core';

/** Sorting these numbers takes 100 ms on an idle core. */
const NUMBERS_SORTED = 200_000;

/** Returns the milliseconds that the page needs to sort the numbers now; a busy machine slows both this and the page's tasks. */
export const sortDuration = (page: Page): Promise<number> =>
  page.evaluate((count) => {
    const durations = [1, 2, 3].map(() => {
      let seed = 1;
      const numbers = Array.from({ length: count }, () => (seed = (seed * 48_271) % 2_147_483_647));
      const start = performance.now();
      numbers.sort((one, other) => one - other);
      return performance.now() - start;
    });
    return Math.min(...durations);
  }, NUMBERS_SORTED);
