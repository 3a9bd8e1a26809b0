import { formatTime } from '../format/index.ts';

/** What the clock of a zone shows at a moment (seconds since 1970), as seconds that are read like UTC. */
export const wallAt = (timeZone: string, at: number): number =>
  Date.parse(`${formatTime(new Date(at * 1000).toISOString(), timeZone).replace(' ', 'T')}Z`) / 1000;

/** Seconds that a zone is ahead of UTC, daylight saving included. */
export const offsetAt = (timeZone: string, at: number): number => wallAt(timeZone, at) - Math.floor(at);

const DAY = 86_400;

/** The moment at which the clock shows this; undefined for an hour that daylight saving leaves out. */
export const momentOf = (timeZone: string, wall: number): number | undefined =>
  [wall - DAY, wall + DAY]
    .map((near) => wall - offsetAt(timeZone, near))
    .find((guess) => wallAt(timeZone, guess) === wall);
