import { REPORT_MISSED_SECONDS, type SeriesAnswer } from '@northlight/contract';

/** Returns whether a series of the answer has any value. */
export const hasValue = ({ series }: SeriesAnswer, metric: string): boolean =>
  series.some((each) => each.metric === metric && each.values.some((value) => value !== null));

/** Returns the latest value of a series with its time; undefined when it is older than REPORT_MISSED_SECONDS. */
export function findLatestValue(
  { series, stepSeconds, to }: SeriesAnswer,
  metric: string,
): { readonly value: number; readonly at: string } | undefined {
  const values = series.find((each) => each.metric === metric)?.values ?? [];
  // A series with longer steps has no current value.
  if (stepSeconds > REPORT_MISSED_SECONDS) return undefined;
  const end = Date.parse(to);
  for (let index = values.length - 1; index >= 0; index--) {
    const at = end - (values.length - 1 - index) * stepSeconds * 1000;
    if (end - at > REPORT_MISSED_SECONDS * 1000) return undefined;
    const value = values[index];
    // Skips the current step, whose end is in the future.
    if (value !== null && value !== undefined)
      return { value, at: new Date(Math.min(at, Date.now())).toISOString() };
  }
  return undefined;
}
