import { toMoment, computeWallClock } from './zone.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** Possible distances between ticks, so that ticks are at round times. */
const STEPS = [
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  4 * DAY,
  7 * DAY,
] as const;

/** Returns at most `most` moments (seconds since 1970) at round times of the zone's clock. */
export function computeTimeTicks(from: number, to: number, timeZone: string, most: number): number[] {
  const step = STEPS.find((each) => (to - from) / each <= Math.max(1, most)) ?? 7 * DAY;
  const ticks: number[] = [];
  const last = computeWallClock(timeZone, to);
  for (let wall = Math.ceil(computeWallClock(timeZone, from) / step) * step; wall <= last; wall += step) {
    const at = toMoment(timeZone, wall);
    if (at !== undefined && at >= from && at <= to && at !== ticks.at(-1)) ticks.push(at);
  }
  return ticks;
}

/**
 * Formats tick labels: `06:00`, with the date in a second line at the first tick and at each new day. If all
 * ticks are days, formats dates only.
 */
export function formatTickLabels(ticks: readonly number[], timeZone: string): string[] {
  const walls = ticks.map((at) => computeWallClock(timeZone, at));
  const days = walls.every((wall) => wall % DAY === 0);
  let before = Number.NaN;
  return walls.map((wall) => {
    const [, date = '', month = '', , clock = ''] = new Date(wall * 1000).toUTCString().split(' ');
    const day = `${month} ${Number(date)}`;
    if (days) return day;
    const time = clock.slice(0, 5);
    const isNew = Math.floor(wall / DAY) !== before;
    before = Math.floor(wall / DAY);
    return isNew ? `${time}\n${day}` : time;
  });
}
