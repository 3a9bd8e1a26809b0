import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatBytes,
  formatDuration,
  formatOffset,
  formatRate,
  formatShortTime,
  formatTime,
  formatPlural,
} from './format.ts';

describe('the formatting of numbers and times', () => {
  it.each([
    ['2026-05-01T23:10:05Z', '07:10:05'],
    ['2026-05-01T15:59:59Z', '05-01 23:59'],
  ])('formats %s in short form as %s, without the date if it is today in the time zone', (at, text) =>
    expect(formatShortTime(at, 'Asia/Shanghai', Date.parse('2026-05-02T01:00:00Z'))).toBe(text),
  );

  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1_572_864, '1.5 MB'],
    [undefined, '–'],
  ])('writes %s bytes in units of 1024', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [0, '0s'],
    [59, '59s'],
    [60, '1m'],
    [3723, '1h 2m'],
    [788_400, '9d 3h'],
  ])('writes %s seconds as d h m s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  it('formats an age under 60 s as Now, and a longer one as a duration', () => {
    const now = Date.parse('2026-05-01T12:00:00Z');
    expect(formatAge('2026-05-01T11:59:01Z', now)).toBe('Now');
    expect(formatAge('2026-05-01T11:57:30Z', now)).toBe('2m');
    expect(formatAge('2026-05-01T10:30:10Z', now)).toBe('1h 29m');
  });

  it('writes times in the time zone of the project', () => {
    expect(formatTime('2026-05-01T16:30:05Z', 'Asia/Shanghai')).toBe('2026-05-02 00:30:05');
    expect(formatOffset('Asia/Shanghai', new Date('2026-05-01T00:00:00Z'))).toBe('UTC+8');
  });

  it('writes rates and counts', () => {
    expect(formatRate(820)).toBe('820 kbit/s');
    expect(formatRate(12_340)).toBe('12.3 Mbit/s');
    expect(formatPlural(1, 'device')).toBe('1 device');
    expect(formatPlural(1200, 'device')).toBe('1,200 devices');
  });
});
