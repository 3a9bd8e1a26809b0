import fc from 'fast-check';
import { expect, test } from 'vitest';
import { networkConfig } from '../network/schema.ts';
import { listUnknownMembers } from './unknown-members.ts';

const CONFIG = {
  vlans: [{ id: 20, name: 'Staff', ip: '10.9.0.1', prefix: 24, ports: [] }],
  dhcpPools: [],
  wan: [{ mode: 'dhcp', port: 'wan1', dns: [] }],
};
const listUnknown = (config: object): string[] => listUnknownMembers(config, networkConfig.parse(config));

test('names members that the schema does not have, at every depth', () => {
  expect(listUnknown(CONFIG)).toEqual([]);
  expect(listUnknown({ ...CONFIG, wan: [{ ...CONFIG.wan[0], vlanId: 7 }], ipv6: {} })).toEqual([
    'wan.0.vlanId',
    'ipv6',
  ]);
});

test('names any unknown member of a VLAN, whatever it contains', () => {
  const known = new Set(['id', 'name', 'ip', 'prefix', 'ports', 'taggedPorts', '__proto__']);
  fc.assert(
    fc.property(fc.record({ key: fc.string({ minLength: 1 }), value: fc.string() }), ({ key, value }) => {
      if (known.has(key)) return;
      const vlan = { ...CONFIG.vlans[0], [key]: value };
      expect(listUnknown({ ...CONFIG, vlans: [vlan] })).toEqual([`vlans.0.${key}`]);
    }),
  );
});
