import { getDefaultPort, type ManagementSetting, type PortSetting } from '@northlight/contract';
import { type Capabilities, deviceConfig, type DeviceConfig } from '@northlight/contract/device-protocol';
import { describe, expect, test } from 'vitest';
import { findUnprotectedChanges } from './unprotected-changes.ts';

const port = (id: string, role: 'uplink' | 'access'): Capabilities['ports'][number] => ({
  id,
  label: id,
  role,
  type: 'electrical',
  maxSpeedMbps: 1000,
  poe: false,
  speedsMbps: [100, 1000],
});
const UPLINK = port('Ethernet7', 'uplink');
const ACCESS = port('Ethernet1', 'access');
const createCaps = (ports: Capabilities['ports']): Capabilities => ({
  kind: 'switch',
  ports,
  radios: [],
  limits: { vlanMin: 2, vlanMax: 4094, vlans: 64, dhcpPools: 0, staticRoutes: 0, portMappings: 0 },
  features: [],
  restartsOn: [],
});
const device = { id: 'sw', sn: 'OWF1001122334455', name: 'SW-1', caps: createCaps([UPLINK, ACCESS]) };
const config = (parts: Partial<DeviceConfig> = {}): DeviceConfig =>
  deviceConfig.parse({ vlans: [{ id: 20, name: 'Staff' }], ...parts });
const ports = (own: Partial<PortSetting>, of = UPLINK) => ({ ports: [{ ...getDefaultPort(of), ...own }] });
const dhcp = (vlanId: number): { management: ManagementSetting } => ({
  management: { mode: 'dhcp', vlanId },
});
const fixed = (own: Partial<Extract<ManagementSetting, { mode: 'static' }>> = {}) => ({
  management: {
    mode: 'static' as const,
    vlanId: 1,
    ip: '10.99.0.5',
    prefix: 24,
    gateway: '10.99.0.1',
    dns: [],
    ...own,
  },
});

describe('a device that cannot roll back', () => {
  const find = (running: Partial<DeviceConfig> | undefined, desired: Partial<DeviceConfig>, of = device) =>
    findUnprotectedChanges([
      { device: of, running: running && config(running), desired: config(desired) },
    ]).map(({ why }) => why);

  test.each<[string, Partial<DeviceConfig> | undefined, Partial<DeviceConfig>]>([
    ['a disabled uplink', {}, ports({ enabled: false })],
    ['an enabled uplink', ports({ enabled: false }), ports({ enabled: true })],
    ['another mode of the uplink', {}, ports({ mode: 'access', tagged: [] })],
    ['another PVID of the uplink', {}, ports({ pvid: 20 })],
    ['other tagged VLANs of the uplink', {}, ports({ tagged: [20] })],
    ['another speed of the uplink', {}, ports({ speedMbps: 100, duplex: 'full' })],
    ['a removed setting of the uplink', ports({ pvid: 20 }), {}],
    ['a static address', {}, fixed()],
    ['another address', fixed(), fixed({ ip: '10.99.0.6' })],
    ['another mask', fixed(), fixed({ prefix: 25 })],
    ['another gateway', fixed(), fixed({ gateway: '10.99.0.2' })],
    ['other DNS servers', fixed(), fixed({ dns: ['9.9.9.9'] })],
    ['an address by DHCP again', fixed(), {}],
    ['another management VLAN', {}, dhcp(20)],
    ['a first configuration with an address', undefined, fixed()],
    ['a first configuration with a disabled uplink', undefined, ports({ enabled: false })],
    ['the removal of the management VLAN', dhcp(20), { ...dhcp(20), vlans: [] }],
  ])('has %s confirmed', (_name, running, desired) => {
    expect(find(running, desired)).toEqual([expect.stringMatching(/\.$/)]);
  });

  test.each<[string, Partial<DeviceConfig> | undefined, Partial<DeviceConfig>]>([
    ['no change', fixed(), fixed()],
    ['a first configuration with the defaults', undefined, dhcp(1)],
    ['the default address that is set explicitly', {}, dhcp(1)],
    ['the defaults of the uplink that are set explicitly', {}, ports({})],
    ['a change of another port', {}, ports({ enabled: false, pvid: 20 }, ACCESS)],
    [
      'another VLAN',
      {},
      {
        vlans: [
          { id: 20, name: 'Staff', ports: [] },
          { id: 30, name: 'Guests', ports: [] },
        ],
      },
    ],
    ['the removal of a VLAN without its management IP', dhcp(1), { ...dhcp(1), vlans: [] }],
    ['energy saving at the uplink', {}, ports({ eee: true })],
    ['the spanning tree', {}, { spanningTree: { enabled: true, priority: 4096 } }],
  ])('is sent %s without a confirmation', (_name, running, desired) => {
    expect(find(running, desired)).toEqual([]);
  });

  test('has changes of every port confirmed while its uplink is unknown', () => {
    const unknown = { ...device, caps: createCaps([ACCESS, port('Ethernet2', 'access')]) };
    expect(find({}, ports({ enabled: false }, ACCESS), unknown)).toHaveLength(1);
  });

  test('has one path with all reasons', () => {
    const desired = config({ ...ports({ enabled: false }), ...fixed() });
    expect(findUnprotectedChanges([{ device, running: config(), desired }])).toEqual([
      {
        kind: 'management',
        deviceId: 'sw',
        deviceName: 'SW-1',
        why: 'Port Ethernet7, state: disabled instead of enabled. Management IP: 10.99.0.5/24, gateway 10.99.0.1, VLAN 1 instead of by DHCP in VLAN 1.',
        lost: true,
        cannotRollBack: true,
      },
    ]);
  });
});

test('a device that rolls back needs no confirmation of its own changes', () => {
  const native = { ...device, sn: 'NL0000000000000001' };
  const desired = config({ ...ports({ enabled: false }), ...fixed() });
  expect(findUnprotectedChanges([{ device: native, running: config(), desired }])).toEqual([]);
});
