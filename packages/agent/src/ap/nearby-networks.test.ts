import { NEARBY_NETWORKS_MAX, type ScannedNetwork } from '@northlight/contract/device-protocol';
import { MINUTE_MS } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { NearbyNetworks } from './nearby-networks.ts';
import { RadioScanner } from '../radio/radio-scanner.ts';

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
  const scan = () => Promise.resolve(found.toReversed());
  const nearby = new NearbyNetworks({ scan, now: () => now, log: { warn: () => undefined } });
  const isScannedAt = async (minutes: number, radios = RADIOS) => {
    now = minutes * MINUTE_MS;
    return (await nearby.scanIfDue(radios)) !== undefined;
  };
  expect(await isScannedAt(0, [{ id: 'radio0', up: false, channel: 6, ssids: [] }])).toBe(false);
  expect(await isScannedAt(5)).toBe(false);
  now = 10 * MINUTE_MS;
  expect(await nearby.scanIfDue(RADIOS)).toEqual(found.slice(0, NEARBY_NETWORKS_MAX));
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

test('scans the radios one after another, without sending, on their own channels', async () => {
  const lines: string[] = [];
  const channel = (number: number, mhz: number, enabled = true) => ({
    number,
    mhz,
    enabled,
    maxPowerDbm: 20,
    open: enabled,
    radar: false,
  });
  const scanner = new RadioScanner({
    radios: [
      { id: 'radio0', interface: 'wlan0' },
      { id: 'radio1', interface: 'wlan1' },
    ],
    listChannels: (radio) =>
      Promise.resolve(
        radio === 'radio0'
          ? [channel(1, 2412), channel(6, 2437), channel(13, 2472, false)]
          : [channel(36, 5180)],
      ),
    run: (command) => {
      lines.push(command.join(' '));
      return Promise.resolve('');
    },
  });
  await Promise.all([scanner.scanOwnChannels([{ id: 'radio0', channel: 6 }]), scanner.scanAll()]);
  expect(lines).toEqual([
    'ip link set dev wlan0 up',
    'iw dev wlan0 scan freq 2437 flush passive',
    'ip link set dev wlan0 down',
    'ip link set dev wlan0 up',
    'iw dev wlan0 scan freq 2412 2437 flush',
    'ip link set dev wlan0 down',
    'ip link set dev wlan1 up',
    'iw dev wlan1 scan freq 5180 flush',
    'ip link set dev wlan1 down',
  ]);
});
