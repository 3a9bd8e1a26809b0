import { expect, test } from 'vitest';
import { computeUptime } from './uptime.ts';

const REPORTED = '2026-11-28T12:00:00.000Z';
const NOW = Date.parse(REPORTED) + 25_000;

test.each([
  ['counts on while the device reports', { state: 1, stale: false, uptimeSeconds: 40 }, 65],
  ['stays as reported while the figures are stale', { state: 1, stale: true, uptimeSeconds: 40 }, 40],
  ['stays as reported while the device is offline', { state: 0, stale: false, uptimeSeconds: 40 }, 40],
  ['is unknown without a report', { state: 1, stale: false }, undefined],
])('the uptime %s', (_title, device, seconds) =>
  expect(computeUptime({ ...device, reportedAt: REPORTED }, NOW)).toBe(seconds),
);
