import { zoneOffset } from '../format/index.ts';

/** What the clock of a zone shows at a moment, as seconds that are read like UTC. */
export const wallAt = (timeZone: string, at: number): number => at + zoneOffset(timeZone, at * 1000) / 1000;

const DAY = 86_400;

/** The moment at which the clock shows this; undefined for an hour that daylight saving leaves out. */
export const momentOf = (timeZone: string, wall: number): number | undefined =>
  [wall - DAY, wall + DAY]
    .map((near) => wall - zoneOffset(timeZone, near * 1000) / 1000)
    .find((guess) => wallAt(timeZone, guess) === wall);
