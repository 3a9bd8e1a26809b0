import { expect, test } from 'vitest';
import { type Antenna, computeAntennaLoss, getPeakGain } from './antenna.ts';

const CEILING: Antenna = { pattern: { kind: 'ceiling' }, mounting: 'ceiling', azimuthDeg: 0 };
const DIPOLE: Antenna = { ...CEILING, pattern: { kind: 'dipole' } };
const SECTOR: Antenna = {
  pattern: { kind: 'sector', horizontalDeg: 60, verticalDeg: 40 },
  mounting: 'wall',
  azimuthDeg: 90,
};
const at = (degrees: number): readonly [number, number] => [
  Math.cos((degrees * Math.PI) / 180),
  Math.sin((degrees * Math.PI) / 180),
];

test.each<[string, Antenna, readonly [number, number, number], number]>([
  ['an access point on a ceiling, below it', CEILING, [0, 0, 2], 0],
  ['an access point on a ceiling, at half its width', CEILING, [at(15)[0], 0, at(15)[1]], 3],
  ['an access point on a ceiling, on the floor above', CEILING, [0, 0, -3], 15],
  ['an access point on a wall, in front of it', { ...CEILING, mounting: 'wall' }, [0, -4, 0], 0],
  ['an access point on a wall, behind it', { ...CEILING, mounting: 'wall' }, [0, 4, 0], 15],
  ['a dipole, at its height', DIPOLE, [3, 4, 0], 0],
  ['a dipole, at half its power', DIPOLE, [at(39)[0], 0, at(39)[1]], 3],
  ['a dipole, below it', DIPOLE, [0, 0, 2], 25],
  ['a sector to the right, in front of it', SECTOR, [5, 0, 0], 0],
  ['a sector to the right, at half its horizontal width', SECTOR, [at(30)[0], at(30)[1], 0], 3],
  ['a sector to the right, at half its vertical width', SECTOR, [at(20)[0], 0, at(20)[1]], 3],
  ['a sector to the right, behind it', SECTOR, [-5, 0, 0], 25],
  ['a sector with downtilt, in its direction', { ...SECTOR, downtiltDeg: 20 }, [at(20)[0], 0, at(20)[1]], 0],
])('%s: %#', (_title, antenna, [eastM, southM, downM], lossDb) => {
  expect(computeAntennaLoss(antenna, eastM, southM, downM)).toBeCloseTo(lossDb, 1);
});

test('the gain of a narrower sector is greater', () => {
  const [narrow, wide] = [30, 90].map((horizontalDeg) =>
    getPeakGain({ kind: 'sector', horizontalDeg, verticalDeg: 60 }),
  );
  expect(narrow).toBeGreaterThan(wide ?? 0);
  expect(getPeakGain({ kind: 'dipole' })).toBe(2.15);
});
