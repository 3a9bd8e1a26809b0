import type { Contention } from './contention.ts';

const ITERATIONS = 24;
/** A neighbourhood with spare time raises its level at most by the inverse of this sum in one iteration. */
const LEAST_SUM = 0.1;

/**
 * Returns the share of the time, 0 to 1, in which the senders that one sender defers to are busy. Senders of a group exclude each
 * other, so that their times add up; groups do not receive each other, and overlap by chance.
 *
 * @param level one member that defers to the sender too takes at most this share beside it
 */
export function computeDeferredTime(
  { groups, mutual }: Pick<Contention, 'groups' | 'mutual'>,
  index: number,
  airtimes: readonly number[],
  level = 1,
): number {
  const equals = mutual[index];
  let idle = 1;
  for (const group of groups[index] ?? []) {
    let sum = 0;
    for (const sender of group) {
      const airtime = airtimes[sender] ?? 0;
      sum += airtime > level && equals?.has(sender) ? level : airtime;
    }
    idle *= 1 - Math.min(1, sum);
  }
  return 1 - idle;
}

/**
 * Returns the airtime (0 to 1) that each sender receives of its demand.
 *
 * Each sender has a level, up to which its demand is met. Stations that defer to each other have the same chance to send, so that
 * the neighbours that defer to the sender too count with this level at most; senders that do not notice it count fully. The
 * iteration changes each level in proportion, until the sender and its neighbours just fit in the whole time.
 *
 * @param demands demanded share of the time of each sender; above 1 counts as 1
 */
export function shareAirtime(
  contention: Pick<Contention, 'groups' | 'mutual'>,
  demands: readonly number[],
): number[] {
  const limits = demands.map((demand) => Math.min(1, Math.max(0, demand)));
  const levels = limits.map(() => 1);
  let granted = [...limits];
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const before = granted;
    granted = limits.map((limit, index) => {
      const level = levels[index] ?? 1;
      const sum = (before[index] ?? 0) + computeDeferredTime(contention, index, before, level);
      const next = Math.min(1, level / Math.max(LEAST_SUM, sum));
      levels[index] = next;
      return Math.min(limit, next);
    });
  }
  return granted;
}
