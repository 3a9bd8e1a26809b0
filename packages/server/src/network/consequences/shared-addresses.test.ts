import { expect, test } from 'vitest';
import { describeSharedAddresses } from './shared-addresses.ts';

const CAMERA = { name: 'Camera-1', mac: '02:00:00:00:00:01', ip: '10.0.40.12' };
const SWITCH = { name: 'Switch-1', ip: '10.0.40.12' };
const pool = (start: string, end: string, mac?: string) => ({
  name: 'cameras',
  vlanId: 40,
  start,
  end,
  dns: [],
  leaseMinutes: 60,
  ...(mac !== undefined && { reservations: [{ mac, ip: CAMERA.ip }] }),
});
const DUPLICATE =
  'Camera-1: Switch-1 has the address 10.0.40.12 as well. One of the two becomes unreachable.';
const IN_POOL =
  'Camera-1: the DHCP pool of VLAN 40 can assign 10.0.40.12 to a client. Reserve the address for this device, or enter one outside the pool.';
const AROUND = ['10.0.40.10', '10.0.40.99'] as const;

test.each([
  ['no other device', [{ name: 'Switch-1', ip: '10.0.40.13' }], [], []],
  ['the address of another device, fixed and reported', [SWITCH, SWITCH], [], [DUPLICATE]],
  ['a pool that ends before it', [], [pool('10.0.40.2', '10.0.40.11')], []],
  ['a pool that begins with it', [], [pool('10.0.40.12', '10.0.40.99')], [IN_POOL]],
  ['a reservation for the device', [], [pool(...AROUND, CAMERA.mac)], []],
  ['a reservation for another one', [SWITCH], [pool(...AROUND, '02:00:00:00:00:02')], [DUPLICATE, IN_POOL]],
])('describes a fixed address beside %s', (_what, holders, dhcpPools, sentences) =>
  expect(describeSharedAddresses([CAMERA], holders, { dhcpPools })).toEqual(sentences),
);

test('describes one address for two devices of a change once', () => {
  const other = { ...CAMERA, name: 'Camera-2', mac: '02:00:00:00:00:02' };
  expect(describeSharedAddresses([CAMERA, other], [], { dhcpPools: [] })).toEqual([
    'Camera-2: Camera-1 has the address 10.0.40.12 as well. One of the two becomes unreachable.',
  ]);
});
