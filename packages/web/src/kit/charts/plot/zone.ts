import { computeZoneOffset } from '../../format/index.ts';

/** Returns the wall clock of a zone at a moment, as seconds to be read as UTC. */
export const computeWallClock = (timeZone: string, at: number): number =>
  at + computeZoneOffset(timeZone, at * 1000) / 1000;

const DAY = 86_400;

/**
 * Returns the moment at which a zone's clock shows a time; undefined for a time that daylight saving skips.
 */
export const toMoment = (timeZone: string, wall: number): number | undefined =>
  [wall - DAY, wall + DAY]
    .map((near) => wall - computeZoneOffset(timeZone, near * 1000) / 1000)
    .find((guess) => computeWallClock(timeZone, guess) === wall);
