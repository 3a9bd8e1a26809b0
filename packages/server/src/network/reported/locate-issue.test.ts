import { expect, test } from 'vitest';
import { EMPTY_WIRELESS } from '@northlight/contract';
import type { DeviceConfig } from '@northlight/contract/device-protocol';
import { locateIssue } from './locate-issue.ts';
import { CONFIG, createPolicy } from '../reach/testing/hotel.ts';

const wlan = (name: string) => ({ name }) as NonNullable<DeviceConfig['wireless']>['wlans'][number];
const DOCUMENT: DeviceConfig = {
  vlans: [
    { id: 1, name: 'LAN', ports: [] },
    { id: 20, name: 'Guests', ports: [] },
  ],
  dhcpPools: [
    { name: 'guests', vlanId: 20, start: '', end: '', mask: '', gateway: '', dns: [], leaseMinutes: 1 },
  ],
  wan: [{ port: 'wan1', mode: 'dhcp', dns: [] }],
  staticRoutes: [{ name: 'Lab', destination: '', prefix: 1, nextHop: '' }],
  portMappings: [{ name: 'Web', protocol: 'tcp', internalIp: '', ports: [] }],
  wireless: {
    ...EMPTY_WIRELESS,
    radios: [],
    blacklist: [],
    wlans: [wlan('Guests'), wlan('Guests 5G'), wlan('Gone')],
  } as never,
};
const NETWORK = {
  ...CONFIG,
  lan: { ip: '192.168.1.1', prefix: 24 },
  wireless: { ...EMPTY_WIRELESS, policies: [createPolicy({ id: 'p1', name: 'Guests' })] },
};

test.each([
  ['vlans.0.ports.1', { list: 'lan', key: 'lan', field: 'ports' }],
  ['vlans.1.taggedPorts', { list: 'vlans', key: '20', field: 'taggedPorts' }],
  ['dhcpPools.0.reservations', { list: 'dhcpPools', key: 'guests', field: 'reservations' }],
  ['wan.0', { list: 'wan', key: 'wan1', field: '' }],
  ['staticRoutes.0.nextHop', { list: 'staticRoutes', key: 'Lab', field: 'nextHop' }],
  ['portMappings.0', { list: 'portMappings', key: 'Web', field: '' }],
  ['wireless.wlans.0.security.ciphers', { list: 'wireless.policies', key: 'p1', field: 'security' }],
  ['wireless.wlans.1.bands.0', { list: 'wireless.policies', key: 'p1', field: 'bands' }],
  ['wireless.wlans.2.ssid', undefined],
  ['vlans.9.id', undefined],
  ['vlans', undefined],
  ['ports.0', undefined],
  ['', undefined],
])('finds the item and the field of the issue path %s', (path, item) => {
  expect(locateIssue(path, DOCUMENT, NETWORK)).toEqual(item);
});
