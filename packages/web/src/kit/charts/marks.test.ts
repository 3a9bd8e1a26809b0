import { describe, expect, it } from 'vitest';
import type { ChartMark } from './chart-mark.ts';
import { findSpans, groupMarks } from './marks.ts';

const mark = (id: string, at: number, more: Partial<ChartMark> = {}): ChartMark => ({
  id,
  at,
  kind: 'configuration',
  severity: 'info',
  text: id,
  to: '/manage/runlog',
  search: {},
  ...more,
});

describe('marks on the time axis', () => {
  it('are joined when they are close, the most severe first, and left out outside the period', () => {
    const groups = groupMarks(
      [
        mark('late', 9_000),
        mark('b', 1_010, { severity: 'critical' }),
        mark('a', 1_000),
        mark('outside', 20_000),
        mark('before', -1),
      ],
      0,
      10_000,
    );
    expect(groups.map(({ marks }) => marks.map(({ id }) => id))).toEqual([['b', 'a'], ['late']]);
    expect(groups.map(({ position }) => position)).toEqual([0.1, 0.9]);
  });

  it('show an outage as a span that is cut at the ends of the period', () => {
    const offline = { kind: 'offline' } as const;
    const spans = findSpans(
      [
        mark('whole', -500, { ...offline, until: 20_000 }),
        mark('part', 2_000, { ...offline, until: 3_000 }),
        mark('earlier', -500, { ...offline, until: -100 }),
        mark('alarm', 100, { kind: 'alarm', until: 200 }),
      ],
      0,
      10_000,
    );
    expect(spans).toEqual([
      { id: 'whole', start: 0, width: 1 },
      { id: 'part', start: 0.2, width: expect.closeTo(0.1) as number },
    ]);
  });
});
