import { DAY_MS, HOUR_MS } from '@northlight/runtime';

/** Returns the time at an hour (UTC) of a day, given as a number of days before the demo began. */
export const computeTimeBefore = (end: number, days: number, hour: number): number =>
  Math.floor(end / DAY_MS) * DAY_MS - days * DAY_MS + hour * HOUR_MS;
