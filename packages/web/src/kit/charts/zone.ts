import { formatTime } from '../format/index.ts';

/** No zone changes its clock but at a quarter of an hour. */
const QUARTER = 900;
const offsets = new Map<string, number>();

/** Seconds that a zone is ahead of UTC at a moment (seconds since 1970), daylight saving included. */
export function offsetAt(timeZone: string, at: number): number {
  const quarter = Math.floor(at / QUARTER) * QUARTER;
  const key = `${timeZone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const shown = formatTime(new Date(quarter * 1000).toISOString(), timeZone).replace(' ', 'T');
  const offset = Date.parse(`${shown}Z`) / 1000 - quarter;
  offsets.set(key, offset);
  return offset;
}

/** What the clock of a zone shows at a moment, as seconds that are read like UTC. */
export const wallAt = (timeZone: string, at: number): number => at + offsetAt(timeZone, at);

const DAY = 86_400;

/** The moment at which the clock shows this; undefined for an hour that daylight saving leaves out. */
export const momentOf = (timeZone: string, wall: number): number | undefined =>
  [wall - DAY, wall + DAY]
    .map((near) => wall - offsetAt(timeZone, near))
    .find((guess) => wallAt(timeZone, guess) === wall);
