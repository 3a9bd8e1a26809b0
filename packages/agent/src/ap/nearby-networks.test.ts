import { NEARBY_NETWORKS_MAX, type ScannedNetwork } from '@northlight/contract/device-protocol';
import { MINUTE_MS } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { NearbyNetworks } from './nearby-networks.ts';

const createNetwork = (index: number): ScannedNetwork => ({
  bssid: `02:00:00:00:00:${index.toString(16).padStart(2, '0')}`,
  ssid: `Neighbour ${index}`,
  band: '2.4G',
  channel: 6,
  signalDbm: -20 - index,
  security: 'WPA2',
});

const RADIOS = [{ id: 'radio0', up: true, channel: 6, ssids: ['Office'] }];

test('scans 5 min after the radios start and then every 10 min, and returns the strongest networks', async () => {
  let now = 0;
  const found = Array.from({ length: NEARBY_NETWORKS_MAX + 5 }, (_, index) => createNetwork(index));
  const channels = [{ band: '2.4G' as const, channel: 6, busyPercent: 20 }];
  const scan = () => Promise.resolve({ networks: found.toReversed(), channels });
  const nearby = new NearbyNetworks({ scan, now: () => now, log: { warn: () => undefined } });
  const isScannedAt = async (minutes: number, radios = RADIOS) => {
    now = minutes * MINUTE_MS;
    return (await nearby.scanIfDue(radios)) !== undefined;
  };
  expect(await isScannedAt(0, [{ id: 'radio0', up: false, channel: 6, ssids: [] }])).toBe(false);
  expect(await isScannedAt(5)).toBe(false);
  now = 10 * MINUTE_MS;
  expect(await nearby.scanIfDue(RADIOS)).toEqual({
    nearbyNetworks: found.slice(0, NEARBY_NETWORKS_MAX),
    nearbyChannels: channels,
  });
  expect(await isScannedAt(19.9)).toBe(false);
  expect(await isScannedAt(20)).toBe(true);
});

test('logs a failed scan, and scans again after 5 min', async () => {
  let now = 0;
  const warnings: string[] = [];
  const nearby = new NearbyNetworks({
    scan: () => Promise.reject(new Error('busy')),
    now: () => now,
    log: { warn: (_, text) => warnings.push(text) },
  });
  for (now of [0, 5, 7.5, 10].map((minutes) => minutes * MINUTE_MS))
    expect(await nearby.scanIfDue(RADIOS)).toBeUndefined();
  expect(warnings).toHaveLength(2);
});
