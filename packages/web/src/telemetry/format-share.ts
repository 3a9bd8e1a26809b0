/** Formats a share as a percentage: `12%`, or `< 1%` if a part rounds to zero. */
export function formatShare(part: number, whole: number): string {
  const percent = Math.round((part / whole) * 100);
  return percent === 0 && part > 0 ? '< 1%' : `${percent}%`;
}
