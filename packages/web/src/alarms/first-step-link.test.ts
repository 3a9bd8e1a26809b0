import type { AlarmKind, DeviceDetail } from '@northlight/contract';
import { expect, test } from 'vitest';
import { findFirstStepLink } from './first-step-link.ts';

const GATEWAY = {
  id: 'gw',
  name: 'Gateway',
  dhcpPools: [
    { vlanId: 10, addresses: 100, used: 40 },
    { vlanId: 20, addresses: 199, used: 199 },
  ],
  capabilities: {
    features: ['vlan'] as readonly string[],
    ports: [
      { id: 'wan1', label: 'WAN1', role: 'wan' },
      { id: 'lan2', label: 'LAN2', role: 'lan' },
    ],
  } as DeviceDetail['capabilities'],
};
const POOLS = [
  { name: 'staff', vlanId: 10 },
  { name: 'guests', vlanId: 20 },
];
const find = (kind: AlarmKind, subject?: string) =>
  findFirstStepLink({ kind, ...(subject !== undefined && { subject }) }, GATEWAY, POOLS);

test.each<[AlarmKind, string | undefined, string | undefined, object]>([
  ['dhcp-pool-high', undefined, 'Edit DHCP pool guests', { open: 'guests' }],
  ['uplink-down', 'wan1', 'Open Internet', {}],
  ['uplink-down', 'lan2', 'Open Gateway, port LAN2', { open: 'gw', tab: 'ports', ports: 'lan2' }],
  ['device-offline', undefined, 'Open Gateway', { open: 'gw' }],
  ['vlan-path-broken', 'lan2', 'Open VLANs', {}],
])('leads from %s %s to %s', (kind, subject, label, search) => {
  expect(find(kind, subject)).toMatchObject({ label, search });
});

test('leads from a port of a gateway to the VLAN that it does not carry', () => {
  const event = 'Gateway: port LAN2 does not carry VLAN 20. Clients at AP-1 get no address.';
  const alarm = { event, kind: 'vlan-path-broken', subject: 'lan2' } as const;
  expect(findFirstStepLink(alarm, GATEWAY, POOLS)).toMatchObject({
    label: 'Open VLAN 20',
    search: { open: '20' },
  });
});

test('leads from a VLAN that is missing at a port of a switch to the form of the port', () => {
  const device = {
    id: 'sw',
    name: 'Core',
    capabilities: {
      features: ['port-mode'],
      ports: [{ id: 'p3', label: 'P3' }],
    } as DeviceDetail['capabilities'],
  };
  expect(findFirstStepLink({ kind: 'vlan-path-broken', subject: 'p3' }, device, POOLS)).toMatchObject({
    to: '/manage/devconf',
    label: 'Open Core, port P3',
    search: { open: 'sw', tab: 'ports', ports: 'p3' },
  });
});

test('leads to the list of pools if the configuration has no pool of the reported VLAN', () => {
  expect(findFirstStepLink({ kind: 'dhcp-pool-high' }, GATEWAY, [])?.label).toBe('Open DHCP Policy');
});

test('returns no page for a lost site and for a removed device', () => {
  expect(find('site-lost')).toBeUndefined();
  expect(findFirstStepLink({ kind: 'device-offline' }, undefined, POOLS)).toBeUndefined();
});
