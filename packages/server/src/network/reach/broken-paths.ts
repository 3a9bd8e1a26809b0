import type { BrokenWay } from '@northlight/contract';
import { wayKey, waysOf } from './ways.ts';
import type { ReachWorld } from './world.ts';

/**
 * Ways that a draft would break, or make broken. What does not work today is none of its doing, and what goes as a whole
 * is not missed.
 */
export function brokenWays(before: ReachWorld, after: ReachWorld): BrokenWay[] {
  const now = new Map(waysOf(before).map((way) => [wayKey(way), way.why === undefined] as const));
  return waysOf(after).flatMap((way): BrokenWay[] => {
    const { why } = way;
    const works = now.get(wayKey(way));
    return why === undefined || works === false ? [] : [{ ...way, why, lost: works === true }];
  });
}
