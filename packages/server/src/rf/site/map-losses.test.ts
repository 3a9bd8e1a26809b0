import { createSpectrum } from '@northlight/rf/plan';
import { expect, test } from 'vitest';
import type { FloorSignals } from '../../maps/index.ts';
import { computeMapLosses } from './map-losses.ts';
import type { StoredRadio, StoredSite } from './stored-site.ts';

const POWER_DBM = 20;
const HEIGHT_M = 1;
const FREQUENCY_MHZ = 2437;
type Wall = FloorSignals['floors']['ghz2'][number]['walls'][number];

const createRadio = (deviceId: string): StoredRadio => ({
  id: `${deviceId}/radio0`,
  deviceId,
  deviceName: deviceId,
  radioId: 'radio0',
  band: '2.4G',
  bssids: [],
  spectrum: createSpectrum('2.4G', 6),
  powerDbm: POWER_DBM,
  choices: [],
  load: 0.1,
  clients: 1,
  isPinned: false,
});

/** Returns a site of access points on one floor, at these distances (m) along a line. */
function createSite(distances: readonly number[], walls: readonly Wall[] = []) {
  const site: StoredSite = {
    at: 0,
    radios: distances.map((_, index) => createRadio(`ap${index}`)),
    networks: [],
    channels: [],
  };
  const floor = {
    floor: 0,
    heightM: 3,
    slabLossDb: 15,
    walls,
    zones: [],
    size: { widthM: 100, depthM: 20 },
    radios: distances.map((x, index) => ({
      id: `ap${index} radio0`,
      name: `ap${index}`,
      x,
      y: 10.5,
      heightM: HEIGHT_M,
      azimuth: 0,
      mounting: 'ceiling' as const,
      powerDbm: POWER_DBM,
      gainDbi: 0,
      frequencyMhz: FREQUENCY_MHZ,
      channel: 6,
      widthMhz: 20,
      isOnAir: true,
      isPlanned: false,
    })),
  };
  const signals = { floors: { ghz2: [floor], ghz5: [{ ...floor, radios: [] }] }, target: 0, limitDb: 14 };
  return { site, signals: [signals] as unknown as FloorSignals[] };
}

const receive = (deviceId: string) => ({
  deviceId,
  bssid: 'aa:00:00:00:00:01',
  levelDbm: -60,
  spectrum: createSpectrum('2.4G', 1),
  at: 0,
});

test('a loss between two radios grows with their distance, and by a wall between them', () => {
  const { signals, site } = createSite([10.5, 20.5, 60.5]);
  const losses = computeMapLosses(signals, site);
  expect(losses.map(({ a, b }) => [a, b])).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
  const [near = 0, far = 0, middle = 0] = losses.map(({ lossDb }) => lossDb);
  expect(near).toBeGreaterThan(55);
  expect(middle).toBeGreaterThan(near);
  expect(far).toBeGreaterThan(middle);
  const wall = { x1: 15, y1: 0, x2: 15, y2: 20, lossDb: 10 };
  const behind = computeMapLosses(createSite([10.5, 20.5, 60.5], [wall]).signals, site);
  const [walled = 0, , open = 0] = behind.map(({ lossDb }) => lossDb);
  expect(walled - near).toBeGreaterThan(5);
  expect(walled - near).toBeLessThanOrEqual(10);
  expect(open).toBe(middle);
});

test('two radios that both scan and never receive each other are at least as far apart as a scan receives', () => {
  const { signals, site } = createSite([10.5, 15.5]);
  const one = computeMapLosses(signals, { ...site, networks: [receive('ap0')] });
  expect(one).toEqual(computeMapLosses(signals, site));
  const both = computeMapLosses(signals, { ...site, networks: [receive('ap0'), receive('ap1')] });
  expect(both).toEqual([{ a: 0, b: 1, lossDb: POWER_DBM + 85 }]);
});

test('radios of one device, and radios that are not of the site, have no loss', () => {
  const { signals, site } = createSite([10.5, 15.5]);
  const same = { ...site, radios: site.radios.map((radio) => ({ ...radio, deviceId: 'ap0' })) };
  expect(computeMapLosses(signals, same)).toEqual([]);
  expect(computeMapLosses(signals, { ...site, radios: [createRadio('other')] })).toEqual([]);
  expect(computeMapLosses([], site)).toEqual([]);
});
