const DAY_MS = 86_400_000;

/** Time ranges of the project list (specification §9). */
export const RANGES = [
  { value: '15d', label: 'Last 15 days', days: 15 },
  { value: '1m', label: 'Last month', days: 30 },
  { value: '3m', label: 'Last 3 months', days: 91 },
  { value: '6m', label: 'Last 6 months', days: 182 },
  { value: '1y', label: 'Last year', days: 365 },
] as const;

/** Returns true if the time of creation is within the range. An unknown range includes all projects. */
export function isCreatedWithin(createdAt: string, range: string | undefined, now: number): boolean {
  const days = RANGES.find(({ value }) => value === range)?.days;
  return days === undefined || now - Date.parse(createdAt) <= days * DAY_MS;
}
