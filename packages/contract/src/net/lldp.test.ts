import { expect, test } from 'vitest';
import { isEndpoint, isNetworkEquipment, lldpCapabilities, parseLldpCapabilities } from './lldp.ts';

test('reads the names of programs, and leaves out the others', () => {
  expect(parseLldpCapabilities(['Bridge', 'ROUTER', 'Wlan', 'Tel', 'Station', 'Bridge'])).toEqual([
    'bridge',
    'router',
    'wlan',
    'phone',
    'station',
  ]);
  expect(parseLldpCapabilities(['teleporter', 'constructor', '', 7, null, {}])).toEqual([]);
});

test.each([
  [['bridge', 'nonsense'], ['bridge']],
  [[], []],
  ['bridge', undefined],
  [undefined, undefined],
])('reads the list %j of a report without an error', (value, expected) => {
  expect(lldpCapabilities.parse(value)).toEqual(expected);
});

test.each([
  [undefined, false, false],
  [[], false, false],
  [['other'], false, false],
  [['station'], false, true],
  [['phone', 'station'], false, true],
  [['station', 'wlan'], true, false],
  [['phone', 'bridge'], true, false],
  [['router'], true, false],
] as const)('%j is network equipment: %s, or an endpoint: %s', (capabilities, equipment, endpoint) => {
  expect([isNetworkEquipment(capabilities), isEndpoint(capabilities)]).toEqual([equipment, endpoint]);
});
