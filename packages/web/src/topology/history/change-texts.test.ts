import { expect, test } from 'vitest';
import { formatChange, summarizeChanges } from './change-texts.ts';

const MOVE = {
  at: '2026-11-24T14:05:10Z',
  kind: 'moved',
  deviceId: 'a',
  name: 'AP-01',
  from: { nodeId: 's', name: 'Core-1', port: 'p1' },
  to: { nodeId: 'unknown s p4' },
} as const;

test('describes a move with both ends', () =>
  expect(formatChange(MOVE)).toBe('AP-01 moved from Core-1, port p1 to an unknown device.'));

test('counts the changes of each sort', () =>
  expect(summarizeChanges([MOVE, { ...MOVE, kind: 'went-offline' }, MOVE])).toBe('2 moved, 1 went offline'));
