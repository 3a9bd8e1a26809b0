import { expect, test } from 'vitest';
import { buildSparkPath } from './spark-path.ts';

test('draws values from the bottom to the top, with gaps', () =>
  expect(buildSparkPath([0, 100, null, 50], 100)).toBe('M0.0 26.5h0.5L40.0 1.5M120.0 14.0h0.5'));

test('draws nothing without values', () => expect(buildSparkPath([null, null], 1)).toBe(''));
