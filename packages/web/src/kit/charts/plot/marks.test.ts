import { describe, expect, it } from 'vitest';
import type { ChartMark } from '../chart-mark.ts';
import { findOutages, groupMarks } from './marks.ts';

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
  it('form a group when their signs would overlap, the most severe first', () => {
    const given = [
      mark('late', 9_000),
      mark('b', 1_010, { severity: 'critical' }),
      mark('a', 1_000),
      mark('next', 1_500),
    ];
    const groupIds = (width: number) =>
      groupMarks(given, 0, 10_000, width).map(({ marks }) => marks.map(({ id }) => id));
    expect(groupIds(1_000)).toEqual([['b', 'a'], ['next'], ['late']]);
    expect(groupIds(300)).toEqual([['b', 'a', 'next'], ['late']]);
    expect(groupMarks(given, 0, 10_000, 300).map(({ position }) => position)).toEqual([0.1, 0.9]);
  });

  it('are left out outside the period', () => {
    expect(groupMarks([mark('after', 20_000), mark('before', -1)], 0, 10_000, 500)).toEqual([]);
  });

  it('show an outage as a span that is cut at the ends of the period', () => {
    const offline = { kind: 'offline' } as const;
    const spans = findOutages(
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
