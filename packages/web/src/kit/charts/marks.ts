import type { ChartMark } from './chart-mark.ts';

/** Marks that are drawn as one, because they are too close to each other. */
export interface MarkGroup {
  /** Position on the time axis, from 0 to 1. */
  readonly position: number;
  /** Marks of the group, the most severe first. */
  readonly marks: readonly [ChartMark, ...ChartMark[]];
}

/** Number of groups along the time axis: marks within one part of the axis form a group. */
const SLOTS = 40;
const SEVERITY_RANKS = { info: 0, warning: 1, critical: 2 } as const;
const rank = ({ severity }: ChartMark): number => SEVERITY_RANKS[severity];

/** Groups the marks that begin in a period, in the order of time. */
export function groupMarks(marks: readonly ChartMark[], from: number, to: number): MarkGroup[] {
  const shown = marks.filter(({ at }) => at >= from && at < to).toSorted((a, b) => a.at - b.at);
  const slots = Map.groupBy(shown, ({ at }) => Math.floor(((at - from) / (to - from)) * SLOTS));
  return [...slots.values()].flatMap((group) => {
    const [first] = group;
    const [top, ...rest] = group.toSorted((a, b) => rank(b) - rank(a));
    return first && top ? [{ position: (first.at - from) / (to - from), marks: [top, ...rest] }] : [];
  });
}

export interface MarkSpan {
  readonly id: string;
  /** Start and width as shares of the time axis, from 0 to 1. */
  readonly start: number;
  readonly width: number;
}

/** Returns the outages that overlap a period. */
export function findSpans(marks: readonly ChartMark[], from: number, to: number): MarkSpan[] {
  return marks.flatMap(({ at, id, kind, until }) => {
    if (kind !== 'offline' || until === undefined || until <= from || at >= to) return [];
    const start = (Math.max(at, from) - from) / (to - from);
    return [{ id, start, width: (Math.min(until, to) - from) / (to - from) - start }];
  });
}
