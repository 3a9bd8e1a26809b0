/** Formats a share as a percentage: `12%`, or `< 1%` if a part rounds to zero. */
export function formatShare(part: number, whole: number): string {
  const percent = Math.round((part / whole) * 100);
  return percent === 0 && part > 0 ? '< 1%' : `${percent}%`;
}

/** Formats the parts of a whole as percentages that add to 100; those that round to zero as `< 1%`. */
export function formatShares(parts: readonly number[]): string[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const exact = parts.map((part) => (whole === 0 ? 0 : (part / whole) * 100));
  const percents = exact.map(Math.floor);
  const missing = whole === 0 ? 0 : 100 - percents.reduce((sum, percent) => sum + percent, 0);
  const byRest = exact
    .map((share, index) => ({ index, rest: share - Math.floor(share) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of byRest.slice(0, missing)) percents[index] = (percents[index] ?? 0) + 1;
  return percents.map((percent, index) =>
    percent === 0 && (parts[index] ?? 0) > 0 ? '< 1%' : `${percent}%`,
  );
}
