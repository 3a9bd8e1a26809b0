import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecorderStat } from '../device-protocol/recorder-stat.ts';
import { projectRetention } from './retention.ts';

const TB = 1e12;
const disk = (state: RecorderStat['disks'][number]['state'], usedBytes = 0) => ({
  id: `d-${state}`,
  label: state,
  state,
  capacityBytes: 4 * TB,
  usedBytes,
});
const channel = (number: number, dayBytes?: number) => ({
  number,
  online: true,
  recording: true,
  ...(dayBytes !== undefined && { dayBytes }),
});

test('projects the days from the capacity of the disks that record', () => {
  const channels = [channel(1, TB / 10), channel(2, TB / 10), channel(3)];
  const disks = [disk('normal'), disk('failing'), disk('failed'), disk('missing'), disk('unformatted')];
  expect(projectRetention({ channels, disks, overwrites: true })).toEqual({ projectedDays: 40 });
});

test('gives the days until the recording stops where nothing is overwritten', () => {
  const stat = { channels: [channel(1, TB / 10)], disks: [disk('normal', 3 * TB)], overwrites: false };
  expect(projectRetention(stat)).toEqual({ projectedDays: 40, daysUntilFull: 10 });
});

test('projects nothing without recordings, or without a disk', () => {
  expect(projectRetention({ channels: [channel(1)], disks: [disk('normal')], overwrites: true })).toEqual({});
  expect(projectRetention({ channels: [channel(1, TB)], disks: [], overwrites: true })).toEqual({});
});

test('agrees within 5% with a recorder that writes hour by hour', () => {
  const rates = fc.array(fc.double({ min: 1e9, max: 5e10, noNaN: true }), { minLength: 1, maxLength: 16 });
  fc.assert(
    fc.property(rates, fc.integer({ min: 1, max: 4 }), (hourly, count) => {
      const disks = Array.from({ length: count }, (_, index) => ({ ...disk('normal'), id: `d${index}` }));
      const channels = hourly.map((bytes, index) => channel(index + 1, Math.round(bytes * 24)));
      const { projectedDays = 0 } = projectRetention({ channels, disks, overwrites: true });
      const perHour = hourly.reduce((total, bytes) => total + bytes, 0);
      // Writes whole hours, as long as the oldest one is not overwritten.
      let hours = 0;
      while ((hours + 1) * perHour <= count * 4 * TB) hours += 1;
      expect(Math.abs(projectedDays * 24 - hours)).toBeLessThanOrEqual(Math.max(1, hours * 0.05));
    }),
  );
});
