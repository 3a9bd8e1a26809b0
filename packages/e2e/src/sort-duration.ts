import type { Page } from 'playwright-core';

/** Number of values whose sort takes 100 ms on an idle core. */
const NUMBERS_SORTED = 200_000;

/**
 * Returns the duration of a sort in the page (ms). A busy machine slows down both this sort and the tasks of
 * the page.
 */
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
