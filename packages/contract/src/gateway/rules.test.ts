import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capabilityLimits } from '../device-protocol/index.ts';
import { ERRORS } from '../kit/index.ts';
import { gatewayChanges, leaseText } from './changes.ts';
import { fieldsOf } from '../kit/violation.ts';
import { checkGatewayConfig } from './rules.ts';
import { type DhcpPool, gatewayConfig, type Vlan } from './schema.ts';

const limits = capabilityLimits.parse({});
const port = (id: string) =>
  ({ id, label: id.toUpperCase(), role: 'lan', type: 'electrical', maxSpeedMbps: 1000, poe: false }) as const;
const device = { id: 'gateway', name: 'Gateway', model: 'NL-GW5', state: 1 };
const scope = {
  device,
  limits,
  lanPorts: [port('lan1'), port('lan2')],
  wanPorts: [{ ...port('wan1'), role: 'wan' as const }],
  features: [],
};
const VLAN: Vlan = { id: 20, name: 'Office', ip: '192.168.20.1', prefix: 24, ports: ['lan1'] };
const POOL: DhcpPool = {
  name: 'office',
  vlanId: 20,
  start: '192.168.20.10',
  end: '192.168.20.99',
  dns: [],
  leaseMinutes: 60,
};

const vlan = (values: Partial<Vlan>): Vlan => ({
  ...VLAN,
  id: 30,
  name: 'Other',
  ip: '192.168.30.1',
  ports: [],
  ...values,
});
const broken = (vlans: Vlan[], dhcpPools: DhcpPool[] = []) =>
  checkGatewayConfig({ vlans, dhcpPools }, scope).map(({ path, error }) => `${path} ${error}`);

test.each<[string, Vlan[], DhcpPool[], string[]]>([
  ['nothing is wrong', [VLAN], [POOL], []],
  ['ID below the range', [vlan({ id: 9 })], [], ['vlans.0.id vlanIdOutOfRange']],
  ['ID twice', [VLAN, vlan({ id: 20 })], [], ['vlans.1.id vlanIdExists']],
  ['name twice in another case', [VLAN, vlan({ name: 'OFFICE' })], [], ['vlans.1.name vlanNameExists']],
  ['host part all zeros', [vlan({ ip: '192.168.30.0' })], [], ['vlans.0.ip hostPartInvalid']],
  ['host part all ones', [vlan({ ip: '192.168.30.255' })], [], ['vlans.0.ip hostPartInvalid']],
  [
    'a network inside another',
    [VLAN, vlan({ ip: '192.168.20.130', prefix: 25 })],
    [],
    ['vlans.1.ip vlanSubnetOverlap'],
  ],
  ['an unknown port', [vlan({ ports: ['lan9'] })], [], ['vlans.0.ports.0 portUnknown']],
  ['a port untagged twice', [VLAN, vlan({ ports: ['lan1'] })], [], ['vlans.1.ports.0 portInOtherVlan']],
  ['a pool without its VLAN', [VLAN], [{ ...POOL, vlanId: 77 }], ['dhcpPools.0.vlanId dhcpVlanMissing']],
  ['two pools in one VLAN', [VLAN], [POOL, { ...POOL, name: 'more' }], ['dhcpPools.1.vlanId dhcpVlanTaken']],
  [
    'the same pool name',
    [VLAN, vlan({})],
    [POOL, { ...POOL, name: 'OFFICE', vlanId: 30, start: '192.168.30.5', end: '192.168.30.9' }],
    ['dhcpPools.1.name dhcpPoolNameExists'],
  ],
  [
    'an end outside the network',
    [VLAN],
    [{ ...POOL, end: '192.168.21.5' }],
    ['dhcpPools.0.end dhcpOutsideVlan'],
  ],
  [
    'an end that is the broadcast address',
    [VLAN],
    [{ ...POOL, end: '192.168.20.255' }],
    ['dhcpPools.0.end dhcpOutsideVlan'],
  ],
  [
    'an end before the start',
    [VLAN],
    [{ ...POOL, end: '192.168.20.5' }],
    ['dhcpPools.0.end dhcpEndBeforeStart'],
  ],
  [
    'an end that is the start',
    [VLAN],
    [{ ...POOL, end: POOL.start }],
    ['dhcpPools.0.end dhcpEndBeforeStart'],
  ],
  [
    "the gateway's own address",
    [VLAN],
    [{ ...POOL, start: '192.168.20.1' }],
    ['dhcpPools.0.start dhcpContainsGateway'],
  ],
  ['the same DNS twice', [VLAN], [{ ...POOL, dns: ['9.9.9.9', '9.9.9.9'] }], ['dhcpPools.0.dns.1 dnsSame']],
])('%s', (_title, vlans, pools, expected) => {
  expect(broken(vlans, pools)).toEqual(expected);
});

test('ports are named as the device names them, and not checked while there is none', () => {
  const twice = { vlans: [VLAN, vlan({ ports: ['lan1'] })], dhcpPools: [] };
  expect(checkGatewayConfig(twice, scope)[0]?.message).toBe('Port LAN1 is already untagged in VLAN 20.');
  const unknown = { vlans: [vlan({ ports: ['lan9'] })], dhcpPools: [] };
  expect(checkGatewayConfig(unknown, { limits, lanPorts: [], wanPorts: [], features: [] })).toEqual([]);
});

test('one VLAN more than the device has room for', () => {
  const many = Array.from({ length: limits.vlans + 1 }, (_, index) =>
    vlan({ id: 100 + index, name: `V${index}`, ip: `10.${index}.0.1` }),
  );
  expect(broken(many)).toEqual(['vlans vlanLimit']);
});

test('every violation has a catalogue code that a domain rule may raise', () => {
  const all = checkGatewayConfig(
    {
      vlans: [VLAN, VLAN, vlan({ id: 4094, ports: ['lan7'] })],
      dhcpPools: [POOL, POOL, { ...POOL, vlanId: 1 }],
    },
    scope,
  );
  for (const { error } of all) expect(ERRORS[error]).toMatchObject({ class: 'domain' });
  expect(Object.keys(fieldsOf(all)).length).toBeGreaterThan(4);
});

test('a VLAN whose address is a host of its own network breaks no address rule', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 30 }), octet, octet, octet, (prefix, second, third, fourth) => {
      const ip = `10.${second}.${third}.${fourth}`;
      const parsed = gatewayConfig.parse({ vlans: [vlan({ ip, prefix })], dhcpPools: [] });
      const size = 2 ** (32 - prefix);
      const host = ((10 * 256 + second) * 256 + third) * 256 + fourth;
      const isHost = host % size !== 0 && host % size !== size - 1;
      expect(checkGatewayConfig(parsed, scope).length === 0).toBe(isHost);
    }),
  );
});

test('changes: nothing between equal documents, one line per setting else', () => {
  const now = { vlans: [VLAN], dhcpPools: [POOL] };
  expect(gatewayChanges(now, structuredClone(now))).toEqual([]);
  expect(gatewayChanges(now, { vlans: [{ ...VLAN, name: 'Bureau' }], dhcpPools: [] })).toEqual([
    { setting: 'VLAN 20, name', now: 'Office', after: 'Bureau' },
    { setting: 'DHCP pool office', now: expect.any(String) },
  ]);
});

test('leases are told in days, hours and minutes', () => {
  expect([30, 60, 360, 1440, 10_080, 90].map(leaseText)).toEqual([
    '30 min',
    '1 h',
    '6 h',
    '1 d',
    '7 d',
    '1 h 30 min',
  ]);
});
