import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '@northlight/runtime';
import { DeviceClock } from './device-clock.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

describe('DeviceClock', () => {
  test.each([
    ['a correct clock', NOW],
    ['a clock at 1970', 0],
    ['a clock of 2099', Date.UTC(2099, 0, 1)],
    ['a clock before 1970', -5_000],
  ])('dates each report of a device with %s to the minute of its sample', (_name, birth) => {
    const clock = new DeviceClock(birth, NOW);
    for (let minute = 1; minute < 5; minute++)
      expect(
        clock.sampledAt({ seq: minute, ts: birth + minute * MINUTE_MS }, NOW + minute * MINUTE_MS + 40),
      ).toBe(NOW + minute * MINUTE_MS);
  });

  test('keeps the sample times of delayed reports that arrive in a burst', () => {
    const clock = new DeviceClock(1000, NOW);
    const burst = NOW + 10 * MINUTE_MS;
    const at = [1, 2, 3].map((minute) =>
      clock.sampledAt({ seq: minute, ts: 1000 + minute * MINUTE_MS }, burst),
    );
    expect(at).toEqual([1, 2, 3].map((minute) => NOW + minute * MINUTE_MS));
  });

  test('returns the same sample time for a report that arrives out of order or twice', () => {
    const clock = new DeviceClock(0, NOW);
    const late = NOW + 3 * MINUTE_MS;
    const second = clock.sampledAt({ seq: 2, ts: 2 * MINUTE_MS }, late);
    expect(clock.sampledAt({ seq: 1, ts: MINUTE_MS }, late)).toBe(NOW + MINUTE_MS);
    expect(clock.sampledAt({ seq: 2, ts: 2 * MINUTE_MS }, late + 5)).toBe(second);
  });

  test('measures the offset again after the clock is set forward or back', () => {
    const clock = new DeviceClock(0, NOW);
    expect(clock.sampledAt({ seq: 1, ts: NOW + MINUTE_MS }, NOW + MINUTE_MS)).toBe(NOW + MINUTE_MS);
    expect(clock.sampledAt({ seq: 2, ts: NOW + 2 * MINUTE_MS }, NOW + 2 * MINUTE_MS + 300)).toBe(
      NOW + 2 * MINUTE_MS,
    );
    expect(clock.sampledAt({ seq: 3, ts: 77 }, NOW + 3 * MINUTE_MS)).toBe(NOW + 3 * MINUTE_MS);
    expect(clock.sampledAt({ seq: 4, ts: 77 + MINUTE_MS }, NOW + 4 * MINUTE_MS)).toBe(NOW + 4 * MINUTE_MS);
  });

  test('dates reports of a stopped clock to their arrival', () => {
    const clock = new DeviceClock(0, NOW);
    const sampled = [1, 2, 3].map((minute) =>
      clock.sampledAt({ seq: minute, ts: 0 }, NOW + minute * MINUTE_MS),
    );
    expect(sampled.slice(1)).toEqual([NOW + 2 * MINUTE_MS, NOW + 3 * MINUTE_MS]);
  });

  test('never returns a time in the future or more than a day ago', () => {
    const reports = fc.array(
      fc.record({
        seq: fc.nat(50),
        ts: fc.double({ noNaN: true, noDefaultInfinity: true }),
        pause: fc.nat(1e7),
      }),
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), reports, (birth, sequence) => {
        const clock = new DeviceClock(birth, NOW);
        let now = NOW;
        for (const { pause, seq, ts } of sequence) {
          now += pause;
          const at = clock.sampledAt({ seq, ts }, now);
          expect(at).toBeLessThanOrEqual(now);
          expect(at).toBeGreaterThanOrEqual(now - 24 * 3_600_000);
        }
      }),
    );
  });
});

describe('the difference of a clock', () => {
  const report = (clock: DeviceClock, seq: number, { ahead = 0, delay = 0 }) =>
    clock.sampledAt({ seq, ts: NOW + seq * MINUTE_MS + ahead }, NOW + seq * MINUTE_MS + delay);

  test('is that of the fastest of the last messages, so that one late message does not count', () => {
    const clock = new DeviceClock(NOW + 12_000, NOW);
    expect(clock.differenceMs).toBe(12_000);
    report(clock, 1, { ahead: 12_000, delay: 9_000 });
    expect(clock.differenceMs).toBe(12_000);
  });

  test('follows a clock that was set, after three messages', () => {
    const clock = new DeviceClock(NOW + 30_000, NOW);
    for (const seq of [1, 2]) report(clock, seq, {});
    expect(clock.differenceMs).toBe(30_000);
    report(clock, 3, {});
    expect(clock.differenceMs).toBe(0);
  });

  test('is negative for a clock that is behind', () => {
    expect(new DeviceClock(0, NOW).differenceMs).toBe(-NOW);
  });
});
