import { createSpectrum } from '@northlight/rf/plan';
import { expect, test } from 'vitest';
import { correctLevels } from './power-changes.ts';

const spectrum = createSpectrum('2.4G', 1);
const radio = {
  id: 'a/radio0',
  deviceId: 'a',
  bssids: ['02:00:00:00:00:01'],
  spectrum,
  powerDbm: 8,
  choices: [],
  load: 0.1,
  clients: 0,
  isPinned: false,
};
const receive = (bssid: string, at: number) => ({ deviceId: 'b', bssid, levelDbm: -60, spectrum, at });
const CHANGES = [
  { radioId: 'a/radio0', at: 10, changeDb: -12 },
  { radioId: 'a/radio0', at: 20, changeDb: 4 },
];

test.each([
  ['before both changes', '02:00:00:00:00:01', 5, -68],
  ['between them', '02:00:00:00:00:01', 15, -56],
  ['after them', '02:00:00:00:00:01', 25, -60],
  ['of a foreign network', 'aa:00:00:00:00:01', 5, -60],
])('corrects a level %s', (_name, bssid, at, levelDbm) =>
  expect(correctLevels({ radios: [radio], networks: [receive(bssid, at)] }, CHANGES)).toMatchObject([
    { levelDbm },
  ]),
);
