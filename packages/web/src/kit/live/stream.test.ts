import { describe, expect, it } from 'vitest';
import { computeRetryDelay } from './stream.ts';

describe('reconnection after a lost stream', () => {
  it('takes longer after every failure, up to 30 s', () => {
    const longest = Array.from({ length: 12 }, (_, attempt) => computeRetryDelay(attempt, 1));
    expect(longest.slice(0, 6)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000]);
    expect(Math.max(...longest)).toBe(30_000);
    expect(computeRetryDelay(500, 1)).toBe(30_000);
  });

  it('is never immediate, and 100 pages reconnect at different times in the second half of the delay', () => {
    const pages = Array.from({ length: 100 }, (_, page) => computeRetryDelay(3, page / 100));
    expect(Math.min(...pages)).toBe(4000);
    expect(Math.max(...pages)).toBeGreaterThan(7900);
    expect(new Set(pages).size).toBe(100);
  });
});
