import type { ChartMark } from '../chart-mark.ts';

/** Marks that are drawn as one, because they are too close to each other. */
export interface MarkGroup {
  /** Position on the time axis, from 0 to 1. */
  readonly position: number;
  /** Marks of the group, the most severe first. */
  readonly marks: readonly [ChartMark, ...ChartMark[]];
}

/** Minimum distance between two groups, the width of their signs (px). */
const MIN_DISTANCE_PX = 18;
const SEVERITY_RANKS = { info: 0, warning: 1, critical: 2 } as const;
const rank = ({ severity }: ChartMark): number => SEVERITY_RANKS[severity];

/**
 * Groups the marks that begin in a period, in the order of time. `width` is the width of the time axis (px): a
 * group contains the marks whose signs would cover its first one.
 */
export function groupMarks(
  marks: readonly ChartMark[],
  from: number,
  to: number,
  width: number,
): MarkGroup[] {
  const locate = ({ at }: ChartMark): number => (at - from) / (to - from);
  const shown = marks.filter(({ at }) => at >= from && at < to).toSorted((a, b) => a.at - b.at);
  const groups: [ChartMark, ...ChartMark[]][] = [];
  for (const mark of shown) {
    const group = groups.at(-1);
    if (group && (locate(mark) - locate(group[0])) * width < MIN_DISTANCE_PX) group.push(mark);
    else groups.push([mark]);
  }
  return groups.map((group) => {
    const [top, ...rest] = group.toSorted((a, b) => rank(b) - rank(a));
    return { position: locate(group[0]), marks: [top ?? group[0], ...rest] };
  });
}

export interface MarkSpan {
  readonly id: string;
  /** Start and width as shares of the time axis, from 0 to 1. */
  readonly start: number;
  readonly width: number;
}

/** Returns the outages that overlap a period. */
export function findOutages(marks: readonly ChartMark[], from: number, to: number): MarkSpan[] {
  return marks.flatMap(({ at, id, kind, until }) => {
    if (kind !== 'offline' || until === undefined || until <= from || at >= to) return [];
    const start = (Math.max(at, from) - from) / (to - from);
    return [{ id, start, width: (Math.min(until, to) - from) / (to - from) - start }];
  });
}
