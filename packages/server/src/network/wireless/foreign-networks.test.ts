import { DAY_MS, MINUTE_MS } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { listForeignNetworks, type ReceivedNetwork, type ReceivingDevice } from './foreign-networks.ts';

const NOW = Date.UTC(2026, 10, 25, 12);
const NETWORK = {
  bssid: '02:00:00:00:00:01',
  ssid: 'Café',
  band: '2.4G',
  channel: 6,
  signalDbm: -70,
  security: 'WPA2',
} as const;
const CAFE: ReceivedNetwork = { ...NETWORK, at: NOW - MINUTE_MS };
const lobby: ReceivingDevice = {
  id: 'lobby',
  name: 'Lobby',
  radios: [{ ssids: ['Hotel'], bssids: ['02:aa:00:00:00:01'] }],
  networks: [CAFE],
};
const hall: ReceivingDevice = {
  id: 'hall',
  name: 'Hall',
  radios: [{ ssids: ['Hotel'], bssids: ['02:AA:00:00:00:02'] }],
  networks: [
    { ...CAFE, bssid: CAFE.bssid.toUpperCase(), channel: 11, signalDbm: -55, at: NOW - 5 * MINUTE_MS },
  ],
};
const list = (...devices: readonly ReceivingDevice[]) => listForeignNetworks(devices, NOW);

test('lists a foreign network once, with its receivers and the channel of the latest scan', () => {
  expect(list(lobby, hall)).toEqual([
    {
      ...NETWORK,
      signalDbm: -55,
      usesOwnSsid: false,
      receivers: [
        { deviceId: 'hall', deviceName: 'Hall', signalDbm: -55 },
        { deviceId: 'lobby', deviceName: 'Lobby', signalDbm: -70 },
      ],
      seenAt: new Date(NOW - MINUTE_MS).toISOString(),
    },
  ]);
});

test('omits the networks that devices of the project broadcast', () => {
  const own = { ...CAFE, bssid: '02:aa:00:00:00:02', ssid: 'Hotel' };
  expect(list({ ...lobby, networks: [own] }, hall).map(({ bssid }) => bssid)).toEqual([CAFE.bssid]);
});

test('marks a foreign network that has an SSID of the project', () => {
  const [twin] = list({ ...lobby, networks: [{ ...CAFE, ssid: 'Hotel' }] });
  expect(twin?.usesOwnSsid).toBe(true);
});

test('does not mark a hidden foreign network, although the project has a hidden network', () => {
  const radios = [{ ssids: [''] }];
  expect(list({ ...lobby, radios, networks: [{ ...CAFE, ssid: '' }] })[0]?.usesOwnSsid).toBe(false);
});

test('ignores networks of scans that are older than 24 h', () => {
  const other = { ...CAFE, bssid: '02:00:00:00:00:02', at: NOW - DAY_MS };
  expect(list({ ...lobby, networks: [{ ...CAFE, at: NOW - DAY_MS - 1 }, other] })).toMatchObject([
    { bssid: other.bssid, seenAt: new Date(NOW - DAY_MS).toISOString() },
  ]);
});
