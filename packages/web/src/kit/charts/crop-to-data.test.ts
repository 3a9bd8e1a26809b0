import type { SeriesAnswer } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { cropToData } from './crop-to-data.ts';

const none = (count: number): null[] => Array.from({ length: count }, () => null);

const answer = (...series: SeriesAnswer['series']): SeriesAnswer => ({
  from: '2026-11-22T10:00:00.000Z',
  to: '2026-11-23T10:00:00.000Z',
  stepSeconds: 300,
  series,
});

describe('the automatic range', () => {
  it('begins shortly before the first value of any series', () => {
    const cropped = cropToData(
      answer(
        { metric: 'cpu', values: [...none(280), 1, 2, ...none(6)], peaks: [...none(280), 3, 4, ...none(6)] },
        { metric: 'memory', values: [...none(284), 1, 2, 3, 4] },
      ),
    );
    expect(cropped.from).toBe('2026-11-23T09:15:00.000Z');
    expect(cropped.to).toBe('2026-11-23T10:00:00.000Z');
    expect(cropped.series[0]?.values).toEqual([null, 1, 2, ...none(6)]);
    expect(cropped.series[0]?.peaks).toEqual([null, 3, 4, ...none(6)]);
    expect(cropped.series[1]?.values).toHaveLength(9);
  });

  it.each([
    [1, '2026-11-23T09:45:00.000Z'],
    [24, '2026-11-23T07:45:00.000Z'],
    [200, '2026-11-22T15:40:00.000Z'],
  ])('with %d values of 5 min begins at %s', (count, from) =>
    expect(
      cropToData(
        answer({ metric: 'cpu', values: [...none(288 - count), ...Array.from({ length: count }, () => 1)] }),
      ).from,
    ).toBe(from),
  );

  it('is the whole period if values begin in its first hour, or if there are no values', () => {
    const early = answer({ metric: 'cpu', values: [...none(12), 1, ...none(275)] });
    expect(cropToData(early)).toBe(early);
    const empty = answer({ metric: 'cpu', values: none(288) });
    expect(cropToData(empty)).toBe(empty);
  });
});
