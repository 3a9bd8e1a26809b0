import { REPORT_MISSED_SECONDS, type SeriesAnswer } from '@northlight/contract';

/** The newest figure of a series, and when it was so; none when it is older than three reports, or of the past. */
export function nowOf(
  { series, stepSeconds, to }: SeriesAnswer,
  metric: string,
): { readonly value: number; readonly at: string } | undefined {
  const values = series.find((each) => each.metric === metric)?.values ?? [];
  // A coarse step says nothing of now.
  if (stepSeconds > REPORT_MISSED_SECONDS) return undefined;
  const end = Date.parse(to);
  for (let index = values.length - 1; index >= 0; index--) {
    const at = end - (values.length - 1 - index) * stepSeconds * 1000;
    if (end - at > REPORT_MISSED_SECONDS * 1000) return undefined;
    const value = values[index];
    // The end of the step that runs has not come yet.
    if (value !== null && value !== undefined)
      return { value, at: new Date(Math.min(at, Date.now())).toISOString() };
  }
  return undefined;
}
