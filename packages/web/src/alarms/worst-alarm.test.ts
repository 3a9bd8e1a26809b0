import type { Alarm } from '@northlight/contract';
import { expect, test } from 'vitest';
import { findWorstAlarm } from './worst-alarm.ts';

const alarm = (id: string, severity: Alarm['severity'], time: string) => ({ id, severity, time }) as Alarm;

test('finds the oldest of the most severe alarms', () => {
  const alarms = [
    alarm('recent', 'critical', '2026-11-27T02:30:00.000Z'),
    alarm('warning', 'warning', '2026-11-27T01:00:00.000Z'),
    alarm('oldest', 'critical', '2026-11-27T02:00:00.000Z'),
  ];
  expect(findWorstAlarm(alarms)?.id).toBe('oldest');
  expect(findWorstAlarm([])).toBeUndefined();
});
