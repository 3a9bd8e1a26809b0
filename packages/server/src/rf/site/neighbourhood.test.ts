import { createSpectrum } from '@northlight/rf/plan';
import { expect, test } from 'vitest';
import { keepElsewhere } from './neighbourhood.ts';
import type { StoredRadio, StoredSite } from './stored-site.ts';

const NOW = 1_000_000_000_000;
const spectrum = createSpectrum('5G', 36);
const createRadio = (deviceId: string, rest: Partial<StoredRadio> = {}): StoredRadio => ({
  id: `${deviceId}/radio1`,
  deviceId,
  deviceName: deviceId,
  radioId: 'radio1',
  band: '5G',
  bssids: [`bssid of ${deviceId}`],
  spectrum,
  powerDbm: 20,
  choices: [],
  load: 0.3,
  clients: 1,
  isPinned: false,
  ...rest,
});
/** The level at which a device receives another one. */
const receive = (deviceId: string, other: string, levelDbm: number) => ({
  deviceId,
  bssid: `bssid of ${other}`,
  levelDbm,
  spectrum,
  at: NOW,
});
const listKept = (radios: readonly StoredRadio[], networks: StoredSite['networks']) =>
  keepElsewhere({ at: NOW, radios, networks, channels: [] }, ['a']).radios.flatMap(
    ({ deviceId, isPinned, kept }) => (isPinned ? [`${deviceId} ${kept ?? ''}`] : []),
  );

test('keeps the radios of devices that are not near', () =>
  expect(
    listKept(
      ['a', 'b', 'c', 'd', 'e'].map((id) => createRadio(id)),
      [receive('b', 'a', -70), receive('a', 'c', -80), receive('b', 'd', -60), receive('a', 'e', -90)],
    ),
  ).toEqual(['d elsewhere', 'e elsewhere']));

test('leaves radios free that must leave their channel, and the reason of those that are kept anyway', () =>
  expect(
    listKept(
      [
        createRadio('a'),
        createRadio('b', { mustLeave: true }),
        createRadio('c', { isPinned: true, kept: 'by-hand' }),
      ],
      [],
    ),
  ).toEqual(['c by-hand']));
