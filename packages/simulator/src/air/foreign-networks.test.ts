import { describe, expect, test } from 'vitest';
import type { ForeignNetwork } from './air-site.ts';
import { computeDuty, isPresent } from './foreign-activity.ts';
import { createForeignNetworks } from './foreign-networks.ts';

const AREA = { fromX: 0, toX: 50, fromY: 0, toY: 18, lowestFloor: 0, highestFloor: 2 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const all = Array.from({ length: 100 }, (_, seed) => createForeignNetworks(seed, AREA)).flat();

describe('the neighbours of a site', () => {
  test('depend on the seed only', () => {
    expect(createForeignNetworks(7, AREA)).toEqual(createForeignNetworks(7, AREA));
    expect(createForeignNetworks(7, AREA)).not.toEqual(createForeignNetworks(8, AREA));
  });

  test('are 10 to 60, with different BSSIDs', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const networks = createForeignNetworks(seed, AREA);
      expect(networks.length).toBeGreaterThanOrEqual(10);
      expect(networks.length).toBeLessThanOrEqual(60);
      expect(new Set(networks.map(({ bssid }) => bssid)).size).toBe(networks.length);
      for (const { bssid } of networks) expect(bssid).toMatch(/^02(:[0-9a-f]{2}){5}$/);
    }
  });

  test('use mostly the channels of factory defaults', () => {
    const share = (band: string, channels: readonly number[]): number => {
      const ofBand = all.filter((network) => network.band === band);
      return ofBand.filter(({ channel }) => channels.includes(channel)).length / ofBand.length;
    };
    expect(share('2.4G', [1, 6, 11])).toBeGreaterThan(0.8);
    expect(share('2.4G', [3, 8])).toBeGreaterThan(0.04);
    expect(share('5G', [36, 40, 44, 48, 100])).toBeGreaterThan(0.75);
  });

  test('are outside the site', () => {
    for (const { position } of all) {
      const isInside = position.x > 0 && position.x < 50 && position.y > 0 && position.y < 18;
      expect(isInside).toBe(false);
    }
  });
});

const NETWORK: ForeignNetwork = {
  bssid: '02:5c:00:00:00:01',
  ssid: 'HomeBox-12',
  security: 'WPA2',
  position: { x: 60, y: 5, floor: 0 },
  band: '2.4G',
  channel: 6,
  widthMhz: 20,
  powerDbm: 20,
  entryLossDb: 8,
  day: 'home',
  peakDuty: 0.5,
  presentShare: 1,
};

describe('the activity of a foreign network', () => {
  /** Returns the mean duty of an hour over 60 days. */
  const measureDuty = (day: ForeignNetwork['day'], hour: number, zoneHours = 0): number => {
    const duties = Array.from({ length: 60 }, (_, index) =>
      computeDuty({ ...NETWORK, day }, index * DAY_MS + hour * HOUR_MS, zoneHours),
    );
    return duties.reduce((sum, duty) => sum + duty, 0) / duties.length;
  };

  test('follows the hours of its day', () => {
    expect(measureDuty('home', 20)).toBeGreaterThan(3 * measureDuty('home', 4));
    expect(measureDuty('office', 13)).toBeGreaterThan(3 * measureDuty('office', 22));
    expect(measureDuty('steady', 4)).toBe(0.5);
  });

  test('follows the time of the site', () =>
    expect(measureDuty('home', 12, 8)).toBeGreaterThan(3 * measureDuty('home', 20, 8)));

  test('is at least the time of beacons and at most the whole time', () => {
    expect(computeDuty({ ...NETWORK, peakDuty: 0 }, 0, 0)).toBe(0.01);
    expect(computeDuty({ ...NETWORK, peakDuty: 9 }, 20.5 * HOUR_MS, 0)).toBe(1);
  });

  test('ends and begins with whole days', () => {
    const network = { ...NETWORK, presentShare: 0.5 };
    const days = Array.from({ length: 400 }, (_, day) => isPresent(network, day * DAY_MS, 0));
    expect(days.filter(Boolean).length).toBeGreaterThan(150);
    expect(days.filter(Boolean).length).toBeLessThan(250);
    for (const [day, expected] of days.entries()) {
      expect(isPresent(network, day * DAY_MS + 23 * HOUR_MS, 0)).toBe(expected);
      expect(isPresent(network, day * DAY_MS - 8 * HOUR_MS, 8)).toBe(expected);
    }
    expect(isPresent(NETWORK, 0, 0)).toBe(true);
  });
});
