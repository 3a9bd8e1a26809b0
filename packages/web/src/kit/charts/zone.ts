/** Clock times of a zone, daylight saving included: what axes are marked by. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  formats.set(timeZone, made);
  return made;
}

/** Seconds that a zone is ahead of UTC at a moment (seconds since 1970). */
export function offsetAt(timeZone: string, at: number): number {
  const parts = formatOf(timeZone).formatToParts(at * 1000);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((each) => each.type === type)?.value ?? 0);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall / 1000 - Math.floor(at);
}

/** What the clock on the wall shows, as seconds that are read like UTC. */
export const wallAt = (timeZone: string, at: number): number => at + offsetAt(timeZone, at);

/** The moment at which the clock shows this; undefined for an hour that daylight saving leaves out. */
export function momentOf(timeZone: string, wall: number): number | undefined {
  for (const guess of [wall - offsetAt(timeZone, wall - 86_400), wall - offsetAt(timeZone, wall + 86_400)])
    if (wallAt(timeZone, guess) === wall) return guess;
  return undefined;
}
