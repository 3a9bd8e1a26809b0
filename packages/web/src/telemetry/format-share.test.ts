import { expect, it } from 'vitest';
import { formatShares } from './format-share.ts';

it.each([
  [
    [186, 140, 29, 26, 10],
    ['48%', '36%', '7%', '7%', '2%'],
  ],
  [
    [5, 5, 5, 1],
    ['32%', '31%', '31%', '6%'],
  ],
  [
    [1, 1, 1],
    ['34%', '33%', '33%'],
  ],
  [
    [399, 1],
    ['100%', '< 1%'],
  ],
  [
    [0, 0],
    ['0%', '0%'],
  ],
])('formats the parts %j as percentages that add to 100', (parts, texts) => {
  expect(formatShares(parts)).toEqual(texts);
});
