import type { SeriesAnswer } from '@northlight/contract';

/** Empty time that stays visible before the first value (s). */
const LEAD_SECONDS = 3600;

/** Returns the answer without the empty time at its start, but keeps 1 h before the first value. */
export function cropToData(answer: SeriesAnswer): SeriesAnswer {
  const { from, series, stepSeconds } = answer;
  const firsts = series
    .map(({ values }) => values.findIndex((value) => value !== null))
    .filter((index) => index >= 0);
  if (firsts.length === 0) return answer;
  const cut = Math.min(...firsts) - Math.ceil(LEAD_SECONDS / stepSeconds);
  if (cut <= 0) return answer;
  return {
    ...answer,
    from: new Date(Date.parse(from) + cut * stepSeconds * 1000).toISOString(),
    series: series.map((each) => ({
      ...each,
      values: each.values.slice(cut),
      ...(each.peaks && { peaks: each.peaks.slice(cut) }),
    })),
  };
}
