import { describe, expect, it } from 'vitest';
import { formatTickLabels, computeTimeTicks } from './ticks.ts';
import { toMoment, computeWallClock } from './zone.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const times = (ticks: readonly number[]): string[] =>
  ticks.map((tick) => new Date(tick * 1000).toISOString().slice(5, 16));

describe('a zone’s clock', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-22T00:00:00Z', 8],
    ['Asia/Kolkata', '2026-11-22T00:00:00Z', 5.5],
    ['Europe/Lisbon', '2026-07-01T00:00:00Z', 1],
    ['Europe/Lisbon', '2026-11-22T00:00:00Z', 0],
    ['America/New_York', '2026-11-22T00:00:00Z', -5],
  ])('in %s at %s is %s h ahead of UTC', (zone, iso, hours) =>
    expect(computeWallClock(zone, at(iso)) - at(iso)).toBe(hours * 3600),
  );

  it('leaves out the hour that daylight saving skips, and uses the first of a repeated hour', () => {
    // In Berlin, 02:00 to 03:00 is skipped on 29 March and occurs twice on 25 October.
    expect(toMoment('Europe/Berlin', at('2026-03-29T02:30:00Z'))).toBeUndefined();
    expect(toMoment('Europe/Berlin', at('2026-03-29T03:30:00Z'))).toBe(at('2026-03-29T01:30:00Z'));
    expect(toMoment('Europe/Berlin', at('2026-10-25T02:30:00Z'))).toBe(at('2026-10-25T00:30:00Z'));
  });
});

describe('ticks of the time axis', () => {
  it('are at round times of the project’s zone, not of the browser’s', () => {
    const ticks = computeTimeTicks(at('2026-11-22T00:10:00Z'), at('2026-11-22T12:10:00Z'), 'Asia/Kolkata', 6);
    expect(times(ticks)).toEqual([
      '11-22T00:30',
      '11-22T02:30',
      '11-22T04:30',
      '11-22T06:30',
      '11-22T08:30',
      '11-22T10:30',
    ]);
    expect(formatTickLabels(ticks, 'Asia/Kolkata')[0]).toBe('06:00\nNov 22');
    expect(formatTickLabels(ticks, 'Asia/Kolkata').slice(1, 3)).toEqual(['08:00', '10:00']);
  });

  it('follow the clock across the change to summer time, and skip the missing hour', () => {
    const [from, to] = [at('2026-03-28T23:00:00Z'), at('2026-03-29T05:00:00Z')];
    const ticks = computeTimeTicks(from, to, 'Europe/Berlin', 7);
    expect(formatTickLabels(ticks, 'Europe/Berlin').map((label) => label.slice(0, 5))).toEqual([
      '00:00',
      '01:00',
      '03:00',
      '04:00',
      '05:00',
      '06:00',
      '07:00',
    ]);
    expect(ticks.map((tick, index) => tick - (ticks[index - 1] ?? tick))).toEqual([
      0, 3600, 3600, 3600, 3600, 3600, 3600,
    ]);
  });

  it('stay at midnight across the change to winter time, when a day has 25 h', () => {
    const ticks = computeTimeTicks(
      at('2026-10-23T22:00:00Z'),
      at('2026-10-27T23:00:00Z'),
      'Europe/Berlin',
      5,
    );
    expect(formatTickLabels(ticks, 'Europe/Berlin')).toEqual([
      'Oct 24',
      'Oct 25',
      'Oct 26',
      'Oct 27',
      'Oct 28',
    ]);
    expect((ticks[2] ?? 0) - (ticks[1] ?? 0)).toBe(25 * 3600);
  });

  it.each([600, 3600, 43_200, 86_400, 259_200, 604_800, 2_592_000])(
    'are at most one more than the limit in a range of %s s',
    (span) => {
      const from = at('2026-11-22T01:23:45Z');
      for (const most of [4, 8, 12]) {
        const { length } = computeTimeTicks(from, from + span, 'Europe/Lisbon', most);
        expect(length).toBeGreaterThan(0);
        expect(length).toBeLessThanOrEqual(most + 1);
      }
    },
  );
});
