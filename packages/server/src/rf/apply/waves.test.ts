import { createSpectrum } from '@northlight/rf/plan';
import { expect, test } from 'vitest';
import type { StoredSite } from '../site/stored-site.ts';
import { assignWaves, chooseChangeWaves, chooseScanWaves } from './waves.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const EIGHT = [...FOUR, 'e', 'f', 'g', 'h'];
const bssidOf = (id: string): string => `02:00:00:00:00:${id.charCodeAt(0).toString(16)}`;

/** Returns a site of access points, with the level at which each one receives another. */
function createSite(
  ids: readonly string[],
  levels: readonly (readonly [string, string, number])[],
): StoredSite {
  const spectrum = createSpectrum('2.4G', 6);
  return {
    at: 0,
    channels: [],
    radios: ids.map((id) => ({
      id: `${id}/radio0`,
      deviceId: id,
      deviceName: id,
      radioId: 'radio0',
      band: '2.4G',
      bssids: [bssidOf(id)],
      spectrum,
      powerDbm: 20,
      choices: [],
      load: 0.1,
      clients: 0,
      isPinned: false,
    })),
    networks: levels.map(([deviceId, sender, levelDbm]) => ({
      deviceId,
      bssid: bssidOf(sender),
      levelDbm,
      spectrum,
      at: 0,
    })),
  };
}

const group = (waves: ReadonlyMap<string, number>): string =>
  Object.entries(Object.groupBy(waves.keys(), (id) => String(waves.get(id))))
    .map(([wave, ids]) => `${wave}:${ids?.join('')}`)
    .join(' ');

test.each([
  ['none', [], Number.POSITIVE_INFINITY, '0:abcd'],
  ['a pair', [['a', 'b']], Number.POSITIVE_INFINITY, '0:acd 1:b'],
  [
    'a triangle',
    [
      ['a', 'b'],
      ['b', 'c'],
      ['a', 'c'],
    ],
    Number.POSITIVE_INFINITY,
    '0:ad 1:b 2:c',
  ],
  ['none, of two at once', [], 2, '0:ab 1:cd'],
] as const)('divides devices with conflicts: %s', (_name, pairs, size, expected) => {
  const conflicts = new Map<string, Set<string>>();
  for (const [one, other] of pairs)
    for (const [id, peer] of [
      [one, other],
      [other, one],
    ] as const)
      conflicts.set(id, (conflicts.get(id) ?? new Set()).add(peer));
  expect(group(assignWaves(FOUR, conflicts, { size }))).toBe(expected);
});

const changed = (id: string, clients: number, interruptionSeconds = 0) => ({
  id,
  clients,
  interruptionSeconds,
});

test('changes access points without clients first, and none together with one that takes over its clients', () => {
  // a and b take over from each other; c and d receive each other too weakly.
  const site = createSite(FOUR, [
    ['a', 'b', -60],
    ['c', 'd', -85],
  ]);
  const order = chooseChangeWaves(site, [
    changed('a', 9),
    changed('b', 4, 60),
    changed('c', 0),
    changed('d', 0),
  ]);
  expect(group(order.waves)).toBe('0:cd 1:b 2:a');
  expect(order.seconds).toBe(210);
});

test('counts the two strongest access points as those that take over', () => {
  const site = createSite(FOUR, [
    ['a', 'b', -50],
    ['a', 'c', -55],
    ['a', 'd', -60],
    ['b', 'd', -50],
    ['c', 'd', -50],
  ]);
  // d has stronger neighbours than a, and a than d.
  expect(group(chooseChangeWaves(site, [changed('a', 1), changed('d', 1)]).waves)).toBe('0:ad');
  expect(group(chooseChangeWaves(site, [changed('a', 1), changed('c', 1)]).waves)).toBe('0:a 1:c');
});

test('never lets two neighbours scan together', () => {
  const site = createSite(EIGHT, [['a', 'b', -79]]);
  expect(group(chooseScanWaves(site, 0, EIGHT))).toBe('0:acdefg 1:bh');
});
