import { UPGRADE_WAVES } from '@northlight/contract';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decideWave, assignWave } from './waves.ts';

test.each([
  [1, [1]],
  [3, [1, 1, 1]],
  [10, [1, 0, 4, 5]],
  [1000, [10, 90, 400, 500]],
] as const)('divides %i devices into waves of %j', (count, sizes) => {
  const waves = Array.from({ length: count }, (_, index) => assignWave(index, count, UPGRADE_WAVES));
  const found = UPGRADE_WAVES.map((_, wave) => waves.filter((each) => each === wave).length);
  expect(found.filter((size) => size > 0)).toEqual(sizes.filter((size) => size > 0));
});

it('puts every device into a wave, in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), (count) => {
      const waves = Array.from({ length: count }, (_, index) => assignWave(index, count, UPGRADE_WAVES));
      expect(waves[0]).toBe(0);
      for (const [index, wave] of waves.entries()) expect(wave).toBeGreaterThanOrEqual(waves[index - 1] ?? 0);
      expect(Math.max(...waves)).toBeLessThan(UPGRADE_WAVES.length);
    }),
    { numRuns: 50 },
  );
});

describe('the decision after a wave', () => {
  const rows = (text: string) =>
    text.split(' ').map((entry) => ({ wave: Number(entry[0]), state: entry.slice(2) }));

  it.each([
    ['0:done 1:queued', 0, 10, { kind: 'begin', wave: 1 }],
    ['0:running 1:queued', 0, 10, { kind: 'wait' }],
    ['0:sent 0:done 1:queued', 0, 10, { kind: 'wait' }],
    // Skips the second wave, which has no devices.
    ['0:done 2:queued 2:queued', 0, 10, { kind: 'begin', wave: 2 }],
    ['0:failed 1:queued', 0, 10, { kind: 'stop', failed: 1, of: 1 }],
    ['0:expired 1:queued', 0, 10, { kind: 'stop', failed: 1, of: 1 }],
    // Stops without waiting for the rest of the wave, because too many devices failed.
    ['0:failed 0:running 1:queued', 0, 10, { kind: 'stop', failed: 1, of: 2 }],
    ['0:failed 0:skipped 1:queued', 0, 60, { kind: 'stop', failed: 1, of: 1 }],
    ['0:done 0:done 0:failed 1:queued', 0, 34, { kind: 'begin', wave: 1 }],
    ['0:partial 1:queued', 0, 0, { kind: 'begin', wave: 1 }],
    ['0:skipped 1:queued', 0, 10, { kind: 'begin', wave: 1 }],
    ['0:done 1:done', 1, 10, { kind: 'over' }],
    ['0:done 1:skipped', 0, 10, { kind: 'over' }],
    ['0:done 1:failed', 1, 10, { kind: 'over' }],
  ] as const)(
    'for rows %s at wave %i with an abort limit of %i%% is %j',
    (text, current, abort, decision) => {
      expect(decideWave(rows(text), current, abort)).toEqual(decision);
    },
  );
});
