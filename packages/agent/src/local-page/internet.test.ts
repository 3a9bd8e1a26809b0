import type { DeviceConfig, LocalWan } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { listInternetPorts, type LocalInternet, readInternet } from './internet.ts';

const CONFIG: DeviceConfig = {
  vlans: [
    { id: 1, name: 'LAN', ip: '192.168.1.1', prefix: 24, ports: [] },
    { id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: [] },
  ],
  dhcpPools: [],
  wan: [
    { port: 'wan1', mode: 'static', ip: '203.0.113.9', prefix: 24, gateway: '203.0.113.1', dns: ['9.9.9.9'] },
    { port: 'wan2', mode: 'pppoe', lines: [{ user: 'me', password: 'secret' }], dns: [] },
  ],
};
const internet: LocalInternet = {
  ports: ['wan1', 'wan2', 'wan3'],
  running: () => CONFIG,
  change: () => Promise.resolve([]),
};

test('lists the settings of each port without secrets', () => {
  expect(listInternetPorts(internet)).toEqual([
    {
      port: 'wan1',
      mode: 'static',
      ip: '203.0.113.9',
      mask: '255.255.255.0',
      gateway: '203.0.113.1',
      dns: ['9.9.9.9'],
    },
    { port: 'wan2', mode: 'pppoe', dns: [] },
    { port: 'wan3', mode: 'installed', dns: [] },
  ]);
});

const fixed = {
  port: 'wan1',
  mode: 'static',
  ip: '198.51.100.2',
  mask: '255.255.255.0',
  gateway: '198.51.100.1',
  dns: [] as string[],
};

test.each<[string, object, LocalWan]>([
  ['dynamic', { port: 'wan2', mode: 'dhcp', dns: [] }, { port: 'wan2', mode: 'dhcp', dns: [] }],
  [
    'fixed',
    fixed,
    { port: 'wan1', mode: 'static', ip: '198.51.100.2', prefix: 24, gateway: '198.51.100.1', dns: [] },
  ],
  [
    'the former network of the same port',
    { ...fixed, ip: '203.0.113.20', gateway: '203.0.113.1' },
    { port: 'wan1', mode: 'static', ip: '203.0.113.20', prefix: 24, gateway: '203.0.113.1', dns: [] },
  ],
])('accepts WAN settings: %s', (_title, value, wan) => {
  expect(readInternet(value, internet)).toEqual(wan);
});

test.each<[string, unknown, string]>([
  ['another port', { ...fixed, port: 'lan1' }, 'no WAN port'],
  ['PPPoE', { port: 'wan1', mode: 'pppoe', dns: [] }, ''],
  ['an invalid address', { ...fixed, ip: 'here' }, ''],
  ['a loopback address', { ...fixed, ip: '127.0.0.1', gateway: '127.0.0.2' }, '127'],
  ['an invalid mask', { ...fixed, mask: '255.0.255.0' }, ''],
  ['a network address', { ...fixed, ip: '198.51.100.0' }, ''],
  ['a gateway in another network', { ...fixed, gateway: '203.0.113.1' }, 'gateway'],
  ['an inner network', { ...fixed, ip: '192.168.30.9', gateway: '192.168.30.254' }, 'VLAN 30'],
  ['the LAN', { ...fixed, ip: '192.168.1.9', gateway: '192.168.1.254' }, 'LAN'],
  ['the same DNS twice', { ...fixed, dns: ['9.9.9.9', '9.9.9.9'] }, 'DNS'],
  [
    'the network of another port',
    { ...fixed, port: 'wan3', ip: '203.0.113.20', gateway: '203.0.113.1' },
    'wan1',
  ],
  ['nothing', undefined, ''],
])('rejects WAN settings with a sentence: %s', (_title, value, sentence) => {
  const answer = readInternet(value, internet);
  expect(answer).toBeTypeOf('string');
  expect(answer).toContain(sentence);
});
