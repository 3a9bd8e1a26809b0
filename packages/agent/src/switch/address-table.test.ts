import { expect, test } from 'vitest';
import { readAddressTable } from './address-table.ts';
import type { SwitchRows } from './switch-rows.ts';

/** Returns rows in which the interfaces have the numbers 1, 2 and so on. */
const number = (...names: string[]): SwitchRows => ({
  bridge: undefined,
  ports: [],
  interfaces: names.map((name, index) => ({ uuid: name, name, ofport: index + 1, error: undefined })),
  maxRates: new Map(),
});
const TABLE = ' port  VLAN  MAC                Age\n    1    10  aa:bb:cc:dd:ee:01    1\n';

/** Reads the table while the rows change from one reading to the next. */
const read = (...readings: SwitchRows[]) =>
  readAddressTable(
    () => Promise.resolve(readings.shift() ?? number('x')),
    () => Promise.resolve(TABLE),
  );

test('reads the table again when a port takes the number of another one', async () => {
  const expected = [{ port: 'p1', mac: 'aa:bb:cc:dd:ee:01', vlan: 10 }];
  expect(await read(number('p1', 'u1'), number('p1', 'u1'))).toEqual(expected);
  expect(await read(number('u1', 'p1'), number('p1', 'u1'), number('p1', 'u1'))).toEqual(expected);
});

test('returns no addresses while the numbers change', async () => {
  expect(await read(number('a'), number('b'), number('c'), number('d'))).toEqual([]);
});
