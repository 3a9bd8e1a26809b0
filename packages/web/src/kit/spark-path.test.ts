import { expect, test } from 'vitest';
import { buildSparkPath } from './spark-path.ts';

test('the path has zero at the bottom and the maximum at the top, and is interrupted at gaps', () =>
  expect(buildSparkPath([0, 100, null, 50], 100)).toBe('M0.0 26.5h0.5L40.0 1.5M120.0 14.0h0.5'));

test('the path is empty without values', () => expect(buildSparkPath([null, null], 1)).toBe(''));
