import fc from 'fast-check';
import {
  type DeviceSettings,
  getDefaultPort,
  type NetworkConfig,
  type PortSetting,
} from '@northlight/contract';
import { expect, test } from 'vitest';
import { findPaths } from './paths.ts';
import { CONFIG, createPool, createVlan, LINKS, listSources, SETTINGS } from './testing/hotel.ts';
import { randomWorld } from './testing/random-world.ts';
import { findVlanGaps } from './vlan-gaps.ts';
import { createReachWorld, type ReachLink } from './world.ts';

const find = (
  own: Partial<NetworkConfig> = {},
  settings: Readonly<Record<string, DeviceSettings>> = SETTINGS,
  links: readonly ReachLink[] = LINKS,
): string[] =>
  findVlanGaps(createReachWorld({ ...CONFIG, ...own }, listSources(settings), links)).map(
    ({ clientsAt, deviceId, port, vlanId }) => `VLAN ${vlanId} at ${deviceId} ${port} for ${clientsAt}`,
  );
const [V10, V20, V30] = CONFIG.vlans as [
  NetworkConfig['vlans'][0],
  NetworkConfig['vlans'][0],
  NetworkConfig['vlans'][0],
];
/** Returns the settings of the hotel with a changed port of the first switch. */
const withPort = (id: string, change: Partial<PortSetting>): Readonly<Record<string, DeviceSettings>> => {
  const { capabilities, ports = [] } = {
    capabilities: listSources().find((source) => source.id === 'sw1')?.caps,
    ports: SETTINGS['sw1']?.ports,
  };
  const capability = capabilities?.ports.find((port) => port.id === id);
  if (!capability) throw new Error(`There is no port ${id}.`);
  const port = ports.find((each) => each.id === id) ?? getDefaultPort(capability);
  return { ...SETTINGS, sw1: { ports: [...ports.filter((each) => each.id !== id), { ...port, ...change }] } };
};
const uplink = LINKS[0]?.to.port ?? '';

test.each<[string, readonly string[], readonly string[]]>([
  ['the hotel works', find(), []],
  [
    'LAN1 of the gateway no longer carries the guests’ VLAN',
    find({ vlans: [V10, { ...V20, taggedPorts: [] }, V30] }),
    ['VLAN 20 at gw lan1 for sw1', 'VLAN 20 at gw lan1 for ap'],
  ],
  [
    'the port to the access point is an access port',
    find({}, withPort('p1', { mode: 'access', tagged: [] })),
    ['VLAN 20 at sw1 p1 for ap'],
  ],
  [
    'the port to the second switch is an access port of another VLAN',
    find({}, withPort('p2', { mode: 'access', pvid: 10, tagged: [] })),
    ['VLAN 30 at sw1 p2 for sw2'],
  ],
  [
    'the uplink carries one VLAN only',
    find({}, withPort(uplink, { tagged: [30] })),
    [`VLAN 20 at sw1 ${uplink} for sw1`, `VLAN 20 at sw1 ${uplink} for ap`],
  ],
  [
    'the uplink is disabled',
    find({}, withPort(uplink, { enabled: false })),
    [
      `VLAN 30 at sw1 ${uplink} for sw1`,
      `VLAN 20 at sw1 ${uplink} for sw1`,
      `VLAN 30 at sw1 ${uplink} for sw2`,
      `VLAN 20 at sw1 ${uplink} for ap`,
    ],
  ],
  ['the guests have no pool', find({ vlans: [V10, V30], dhcpPools: [createPool(10), createPool(30)] }), []],
  ['a VLAN without clients has no port', find({ vlans: [V10, V20, V30, createVlan(40)] }), []],
  ['no cable is known', find({ vlans: [V10, { ...V20, taggedPorts: [] }, V30] }, SETTINGS, []), []],
])('finds the ports that do not carry a VLAN: %s', (_title, gaps, expected) => {
  expect([...gaps].sort()).toEqual([...expected].sort());
});

test('marks gaps behind a cable with an uncertain position', () => {
  const links = LINKS.map((link, index) => (index === 0 ? { ...link, isUncertain: true } : link));
  const world = createReachWorld(
    { ...CONFIG, vlans: [V10, { ...V20, taggedPorts: [] }, V30] },
    listSources(),
    links,
  );
  expect(findVlanGaps(world).map(({ isUncertain, route }) => [isUncertain, route])).toEqual([
    [true, ['sw1', 'gw']],
    [true, ['ap', 'sw1', 'gw']],
  ]);
});

test('finds gaps only for clients whose path to DHCP is broken, on a thousand random projects', () => {
  let count = 0;
  fc.assert(
    fc.property(randomWorld, (world) => {
      const broken = new Set(
        findPaths(world).flatMap(({ deviceId, kind, why }) =>
          kind === 'addresses' && why !== undefined ? [deviceId] : [],
        ),
      );
      const gaps = findVlanGaps(world);
      count += gaps.length;
      for (const { clientsAt } of gaps) expect(broken).toContain(clientsAt);
    }),
    { numRuns: 1_000 },
  );
  expect(count).toBeGreaterThan(30);
});
