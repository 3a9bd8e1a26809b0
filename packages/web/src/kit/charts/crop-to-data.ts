import type { SeriesAnswer } from '@northlight/contract';
import { toIso } from './chart-window.ts';

/** Shortest period of a chart (s). */
const SHORTEST_SECONDS = 900;

/**
 * Returns the answer without most of the empty time at its start: before the first value remains a tenth of the time
 * since then.
 */
export function cropToData(answer: SeriesAnswer): SeriesAnswer {
  const { from, series, stepSeconds } = answer;
  const firsts = series.map(({ values }) => values.findIndex((value) => value !== null));
  const first = Math.min(...firsts.filter((index) => index >= 0));
  const history = (series[0]?.values.length ?? 0) - first;
  const lead = Math.max(history / 10, SHORTEST_SECONDS / stepSeconds - history);
  const cut = first - Math.ceil(lead);
  if (cut <= 0 || first === Infinity) return answer;
  return {
    ...answer,
    from: toIso(Date.parse(from) / 1000 + cut * stepSeconds),
    series: series.map((each) => ({
      ...each,
      values: each.values.slice(cut),
      ...(each.peaks && { peaks: each.peaks.slice(cut) }),
    })),
  };
}
