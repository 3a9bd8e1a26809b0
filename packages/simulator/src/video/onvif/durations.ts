const DURATION = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8}(?:\.\d{1,3})?)S)?)?$/;

/** Parses `PT1M30S` to milliseconds; undefined for another form, also for months and years. */
export function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text);
  if (!match || text.length < 3 || text.endsWith('T')) return undefined;
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = match;
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
}

/** Formats a time as `2026-01-05T08:00:00Z`. */
export const formatUtc = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
