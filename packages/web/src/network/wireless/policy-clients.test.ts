import { expect, test } from 'vitest';
import { countClients, listPolicySsids } from './policy-clients.ts';

const client = (ssid: string | undefined, deviceId = 'ap1') => ({
  device: { id: deviceId, name: deviceId },
  ...(ssid !== undefined && { ssid }),
});
const CLIENTS = [
  client('Hotel'),
  client('Hotel', 'ap2'),
  client('Hotel 5G'),
  client('Staff'),
  client(undefined),
];

test.each([
  [2, { ssid: 'Hotel', devices: 'all' as const }],
  [3, { ssid: 'Hotel', ssid5g: 'Hotel 5G', devices: 'all' as const }],
  [1, { ssid: 'Hotel', devices: ['ap2'] }],
  [0, { ssid: 'Hotel', devices: [] }],
  [0, { ssid: 'hotel', devices: 'all' as const }],
])('counts %i clients of the policy %j', (count, policy) => {
  expect(countClients(CLIENTS, policy)).toBe(count);
});

test('lists an SSID of both bands once', () => {
  expect(listPolicySsids({ ssid: 'Hotel', ssid5g: 'Hotel' })).toEqual(['Hotel']);
});
