import { capabilitiesOf } from '@northlight/contract';
import type { Capabilities, DeviceConfig } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { judge } from './judge.ts';

const caps = (model: string): Capabilities => {
  const own = capabilitiesOf(model);
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
  ['NL-AP6C', config({ vlans: [vlan(30)], dhcpPools: [pool(30)] }), 'partial', ['vlans', 'dhcpPools']],
])('%s: %#', (model, wanted, status, paths) => {
  const outcome = judge(wanted, caps(model));
  expect(outcome.status).toBe(status);
  expect(outcome.issues.map(({ path }) => path)).toEqual(paths);
});
