import type { NetworkConfig } from '@northlight/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createWiredSite, startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { describePortMove, listPortMoves, type PortMove } from './port-moves.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const VLAN = { id: 10, name: 'Guests', ip: '10.0.10.1', prefix: 24, ports: [] as string[] };
const withPorts = (...ports: string[]): NetworkConfig => ({ vlans: [{ ...VLAN, ports }], dhcpPools: [] });
const MOVE: PortMove = { port: 'lan1', label: 'LAN1', from: 1, to: 10 };

test.each<[string, string[], number, boolean, string]>([
  ['nothing', [], 0, true, 'LAN1 moves from the LAN to VLAN 10. No device or client is known behind it.'],
  [
    'a switch',
    ['Core'],
    0,
    true,
    'LAN1 moves from the LAN to VLAN 10. Core behind it gets addresses of VLAN 10.',
  ],
  [
    'many devices and clients',
    ['Core', 'SW-1', 'SW-2', 'AP-1', 'AP-2'],
    12,
    true,
    'LAN1 moves from the LAN to VLAN 10. Core, SW-1, SW-2, 2 more devices and 12 clients behind it get addresses of VLAN 10.',
  ],
  [
    'a network without a pool',
    ['Core'],
    1,
    false,
    'LAN1 moves from the LAN to VLAN 10. Core and 1 client behind it get no address, because VLAN 10 has no DHCP pool.',
  ],
])('describes a port with %s', (_title, devices, clients, hasPool, expected) => {
  expect(describePortMove(MOVE, { devices, clients }, hasPool)).toBe(expected);
});

test('lists ports whose untagged network changes', () => {
  const port = (id: string, role: 'lan' | 'wan') => ({ id, label: id.toUpperCase(), role });
  const caps = { ports: [port('wan1', 'wan'), port('lan1', 'lan'), port('lan2', 'lan')] };
  const list = (now: NetworkConfig, after: NetworkConfig) =>
    listPortMoves(now, after, { caps } as never).map(({ from, label, to }) => `${label}: ${from} → ${to}`);
  expect(list(withPorts(), withPorts('lan1'))).toEqual(['LAN1: 1 → 10']);
  expect(list(withPorts('lan1'), withPorts('lan2'))).toEqual(['LAN1: 10 → 1', 'LAN2: 1 → 10']);
  expect(list(withPorts('lan1'), withPorts('lan1'))).toEqual([]);
});

test('a review warns of devices that a moved port takes out of the LAN', async () => {
  await using site = await createWiredSite(world, owner);
  const { version: baseVersion } = await owner.call('networkConfigGet', { params: site.params });
  const review = async (config: NetworkConfig) =>
    owner.call('networkConfigReview', { params: site.params, body: { baseVersion, config } });
  const moved = await review(withPorts('lan1'));
  expect(moved.warnings).toEqual([
    expect.stringMatching(
      /^LAN1 moves from the LAN to VLAN 10\. .+ behind it gets no address, because VLAN 10 has no DHCP pool\.$/,
    ),
  ]);
  expect(moved.costs.join(' ')).not.toContain('No client loses its connection');
  const free = await review(withPorts('lan2'));
  expect(free.costs).toContain('LAN2 moves from the LAN to VLAN 10. No device or client is known behind it.');
  expect(free.warnings).toBeUndefined();
});
