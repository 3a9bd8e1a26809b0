import { findCapabilities } from '@northlight/contract';
import type { Capabilities, DeviceConfig } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { checkConfig, omitUnsupported } from './check-config.ts';

const caps = (model: string): Capabilities => {
  const own = findCapabilities(model);
  if (!own) throw new Error(model);
  return own;
};
const vlan = (id: number, ...ports: string[]) => ({
  id,
  name: `V${id}`,
  ip: '192.168.30.1',
  prefix: 24,
  ports,
});
const pool = (vlanId: number) => ({
  name: `pool_${vlanId}`,
  vlanId,
  start: '192.168.30.10',
  end: '192.168.30.20',
  mask: '255.255.255.0',
  gateway: '192.168.30.1',
  dns: [],
  leaseMinutes: 60,
});
const config = (own: Partial<DeviceConfig>): DeviceConfig => ({ vlans: [], dhcpPools: [], ...own });

test.each([
  ['NL-GW5', config({ vlans: [vlan(30, 'lan1')], dhcpPools: [pool(30)] }), 'applied', []],
  ['NL-GW5', config({ vlans: [vlan(30, 'lan9')] }), 'partial', ['vlans.0.ports.0']],
  ['NL-GW5', config({ vlans: [vlan(30, 'wan1')] }), 'partial', ['vlans.0.ports.0']],
  ['NL-GW5L', config({ vlans: [vlan(1001, 'lan1')] }), 'rejected', ['vlans.0.id']],
  [
    'NL-GW5L',
    config({ vlans: Array.from({ length: 9 }, (_, index) => vlan(10 + index)) }),
    'rejected',
    ['vlans'],
  ],
  [
    'NL-GW5L',
    config({ dhcpPools: Array.from({ length: 5 }, (_, index) => pool(index)) }),
    'rejected',
    ['dhcpPools'],
  ],
  // The LAN of a gateway without VLANs is VLAN 1.
  ['NL-MESHP', config({ vlans: [vlan(1)], dhcpPools: [pool(1)] }), 'applied', []],
  ['NL-MESHP', config({ vlans: [vlan(1), vlan(30)] }), 'partial', ['vlans']],
  ['NL-AP6C', config({ vlans: [vlan(30)], dhcpPools: [pool(30)] }), 'partial', ['vlans', 'dhcpPools']],
  [
    'NL-LGW',
    config({ wan: [{ port: 'wan0', mode: 'pppoe', lines: [{ user: 'a', password: 'b' }], dns: [] }] }),
    'partial',
    ['wan.0.mode'],
  ],
  [
    'NL-GW5',
    config({
      wan: [{ port: 'wan1', mode: 'dhcp', dns: [] }],
      vlans: [{ ...vlan(30), taggedPorts: ['lan2', 'x1'] }],
    }),
    'partial',
    ['vlans.0.taggedPorts.1'],
  ],
  ['NL-GW5', config({ wan: [{ port: 'lan1', mode: 'dhcp', dns: [] }] }), 'partial', ['wan.0']],
  [
    'NL-GW5',
    config({
      wan: [
        { port: 'wan1', mode: 'dhcp', dns: [] },
        { port: 'wan1', mode: 'dhcp', dns: [] },
      ],
    }),
    'rejected',
    ['wan.1.port'],
  ],
  [
    'NL-GW5L',
    config({
      staticRoutes: Array.from({ length: 17 }, (_, index) => ({
        name: `r${index}`,
        destination: `10.${index}.0.0`,
        prefix: 16,
        nextHop: '192.168.30.9',
      })),
    }),
    'rejected',
    ['staticRoutes'],
  ],
  [
    'NL-AP6C',
    config({ portMappings: [], clientLimits: [{ mac: '02:00:00:00:00:01', upKbps: 64 }] }),
    'partial',
    ['clientLimits'],
  ],
])(
  'checks a configuration for %s and names invalid and unsupported parts (case %#)',
  (model, wanted, status, paths) => {
    const outcome = checkConfig(wanted, caps(model));
    expect(outcome.status).toBe(status);
    expect(outcome.issues.map(({ path }) => path)).toEqual(paths);
  },
);

test('removes only the parts of a configuration that the device does not support', () => {
  const wanted = config({ vlans: [vlan(30)], wan: [{ port: 'wan1', mode: 'dhcp', dns: [] }] });
  expect(omitUnsupported(wanted, caps('NL-AP6C'))).toEqual(config({}));
  expect(omitUnsupported(wanted, caps('NL-GW5'))).toEqual(wanted);
});

test('keeps the LAN of a gateway without VLANs, and omits its VLANs', () => {
  const kept = omitUnsupported(config({ vlans: [vlan(1), vlan(30)] }), caps('NL-MESHP'));
  expect(kept.vlans.map(({ id }) => id)).toEqual([1]);
  expect(omitUnsupported(config({ vlans: [vlan(1)] }), caps('NL-MESHS')).vlans).toEqual([]);
});
