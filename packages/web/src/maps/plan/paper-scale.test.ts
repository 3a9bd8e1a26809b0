import { expect, test } from 'vitest';
import { parsePaperScale, toRealWidth } from './paper-scale.ts';

test.each([
  ['1:100', 100],
  [' 1 : 50 ', 50],
  ['1/200', 200],
  ['250', 250],
  ['1:1,250', 1_250],
  ["1:1'000", 1_000],
  ['1/4" = 1\'-0"', 48],
  ['1/8"=1\'', 96],
  ['1 1/2" = 1\'', 8],
  ['1” = 1’', 12],
])('reads %s as 1:%d', (text, ratio) => expect(parsePaperScale(text)).toBe(ratio));

test.each(['', '1:0', '2:1', '1:', '-100', '1:100.5', '1:99999', '0/0" = 1\'', '1:100 m', 'abc'])(
  'does not read %j',
  (text) => expect(parsePaperScale(text)).toBeUndefined(),
);

test('a sheet of A1 at 1:100 shows 84.1 m', () => expect(toRealWidth(841, 100)).toBe(84.1));
