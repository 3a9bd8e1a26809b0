import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatBrokenPathTitle,
  isCuttingOffManagement,
  type DeviceSettings,
  EMPTY_WIRELESS,
  type NetworkConfig,
} from '@northlight/contract';
import { findBrokenPaths } from './broken-paths.ts';
import {
  CONFIG,
  LINKS,
  createPolicy,
  createPool,
  SETTINGS,
  listSources,
  createVlan,
} from './testing/hotel.ts';
import { randomWorld } from './testing/random-world.ts';
import { walkPaths } from './testing/packet-walk.ts';
import { formatPathKey, findPaths } from './paths.ts';
import { createReachWorld } from './world.ts';

const [V10, V20, V30] = CONFIG.vlans as [
  NetworkConfig['vlans'][0],
  NetworkConfig['vlans'][0],
  NetworkConfig['vlans'][0],
];
const vlans = (...list: NetworkConfig['vlans']): Partial<NetworkConfig> => ({ vlans: list });
const pools = (...ids: number[]): Partial<NetworkConfig> => ({ dhcpPools: ids.map(createPool) });
const wireless = (...policies: ReturnType<typeof createPolicy>[]): Partial<NetworkConfig> => ({
  wireless: { ...EMPTY_WIRELESS, policies },
});
// Clients of the access point use Wi-Fi.
const clients = (vlanId: number, at: string) =>
  `Clients of ${at === 'AP-1' ? '“Hotel”' : `VLAN ${vlanId}`} at ${at}`;
const NO_ADDRESS = (vlanId: number, at: string) => `${clients(vlanId, at)} get no address`;
const NO_INTERNET = (vlanId: number, at: string) => `${clients(vlanId, at)} lose the internet`;
const BOTH = (vlanId: number, ...places: string[]) =>
  places.flatMap((at) => [NO_ADDRESS(vlanId, at), NO_INTERNET(vlanId, at)]);
const CLOUD = (...names: string[]) => names.map((name) => `${name} loses its connection to the cloud`);
const EVERY_CLIENT = [
  ...[10, 30].map((id) => NO_INTERNET(id, 'GW-1')),
  ...[30, 20, 1].map((id) => NO_INTERNET(id, 'SW-1')),
  ...[30, 1].map((id) => NO_INTERNET(id, 'SW-2')),
  NO_INTERNET(20, 'AP-1'),
];
const routes = (
  ...list: readonly (readonly [destination: string, prefix: number, nextHop: string])[]
): Partial<NetworkConfig> => ({
  staticRoutes: list.map(([destination, prefix, nextHop], index) => ({
    name: `R${index}`,
    destination,
    prefix,
    nextHop,
  })),
});
const BEHIND_LAN1 = [
  ...CLOUD('SW-1', 'SW-2', 'AP-1'),
  ...BOTH(30, 'SW-1', 'SW-2'),
  ...BOTH(20, 'SW-1', 'AP-1'),
  ...BOTH(1, 'SW-1', 'SW-2'),
];

// Drafts for one small hotel; each expected result was worked out by hand.
test.each<[string, Partial<NetworkConfig>, readonly string[]]>([
  ['nothing changes', {}, []],
  ['a new VLAN without clients', vlans(V10, V20, V30, createVlan(40)), []],
  ['a VLAN is renamed', vlans({ ...V10, name: 'Office' }, V20, V30), []],
  ['a VLAN gets another network, with its pool', vlans(V10, { ...V20, ip: '10.20.0.1' }, V30), []],
  ['the guests’ VLAN is removed', vlans(V10, V30), BOTH(20, 'SW-1', 'AP-1')],
  ['the cameras’ VLAN is removed', vlans(V10, V20), [...BOTH(30, 'SW-1', 'SW-2')]],
  [
    'the devices’ own VLAN is removed',
    vlans(V20, V30),
    [...CLOUD('SW-1', 'SW-2', 'AP-1'), ...BOTH(1, 'SW-1', 'SW-2')],
  ],
  ['every VLAN is removed', { ...vlans(), ...pools() }, BEHIND_LAN1],
  [
    'LAN1 no longer carries the guests’ VLAN',
    vlans(V10, { ...V20, taggedPorts: [] }, V30),
    BOTH(20, 'SW-1', 'AP-1'),
  ],
  [
    'LAN2 carries the guests’ VLAN instead',
    vlans(V10, { ...V20, taggedPorts: ['lan2'] }, V30),
    BOTH(20, 'SW-1', 'AP-1'),
  ],
  ['LAN2 carries the guests’ VLAN as well', vlans(V10, { ...V20, taggedPorts: ['lan1', 'lan2'] }, V30), []],
  ['LAN4 carries the guests’ VLAN untagged', vlans(V10, { ...V20, ports: ['lan4'] }, V30), []],
  [
    'LAN1 moves to the cameras’ VLAN',
    vlans({ ...V10, ports: ['lan2'] }, V20, { ...V30, taggedPorts: [], ports: ['lan1', 'lan3'] }),
    // The two switches move into the cameras' VLAN and get addresses there.
    BOTH(30, 'SW-1', 'SW-2'),
  ],
  [
    'LAN1 leaves the devices’ VLAN',
    vlans({ ...V10, ports: ['lan2'] }, V20, V30),
    [...CLOUD('SW-1', 'SW-2', 'AP-1'), ...BOTH(1, 'SW-1', 'SW-2')],
  ],
  [
    'a LAN uses the port without a VLAN',
    {
      ...vlans({ ...V10, ports: ['lan2'] }, V20, V30),
      lan: { ip: '192.168.1.1', prefix: 24 },
      dhcpPools: [
        ...[10, 20, 30].map(createPool),
        { ...createPool(1), start: '192.168.1.100', end: '192.168.1.199' },
      ],
    },
    [],
  ],
  [
    'a LAN without a pool uses the port',
    { ...vlans({ ...V10, ports: ['lan2'] }, V20, V30), lan: { ip: '192.168.1.1', prefix: 24 } },
    [...CLOUD('SW-1', 'SW-2', 'AP-1'), NO_ADDRESS(1, 'SW-1'), NO_ADDRESS(1, 'SW-2')],
  ],
  ['LAN2 leaves its VLAN', vlans({ ...V10, ports: ['lan1'] }, V20, V30), []],
  ['the guests’ pool is removed', pools(10, 30), [NO_ADDRESS(20, 'SW-1'), NO_ADDRESS(20, 'AP-1')]],
  [
    'the devices’ pool is removed',
    pools(20, 30),
    [...CLOUD('SW-1', 'SW-2', 'AP-1'), NO_ADDRESS(10, 'GW-1'), NO_ADDRESS(1, 'SW-1'), NO_ADDRESS(1, 'SW-2')],
  ],
  ['the cameras’ pool is removed', pools(10, 20), ['GW-1', 'SW-1', 'SW-2'].map((at) => NO_ADDRESS(30, at))],
  [
    'every pool is removed',
    pools(),
    [
      ...CLOUD('SW-1', 'SW-2', 'AP-1'),
      ...['GW-1', 'SW-1', 'SW-2'].map((at) => NO_ADDRESS(30, at)),
      NO_ADDRESS(10, 'GW-1'),
      ...['SW-1', 'AP-1'].map((at) => NO_ADDRESS(20, at)),
      ...['SW-1', 'SW-2'].map((at) => NO_ADDRESS(1, at)),
    ],
  ],
  [
    'the WAN gets a fixed address',
    {
      wan: [{ mode: 'static', port: 'wan1', ip: '203.0.113.2', prefix: 29, gateway: '203.0.113.1', dns: [] }],
    },
    [],
  ],
  [
    'the WAN uses PPPoE',
    { wan: [{ mode: 'pppoe', port: 'wan1', lines: [{ user: 'a', password: 'b' }], dns: [] }] },
    [],
  ],
  [
    'the only WAN port does not exist',
    { wan: [{ mode: 'dhcp', port: 'wan9', dns: [] }] },
    [...CLOUD('GW-1', 'SW-1', 'SW-2', 'AP-1'), ...EVERY_CLIENT],
  ],
  ['a route to a network behind a neighbour', routes(['10.77.0.0', 16, '192.168.30.9']), []],
  [
    'a default route to a neighbour inside',
    routes(['0.0.0.0', 0, '192.168.30.9']),
    [...CLOUD('GW-1', 'SW-1', 'SW-2', 'AP-1'), ...EVERY_CLIENT],
  ],
  [
    'a route for half the internet to a neighbour inside',
    routes(['128.0.0.0', 1, '192.168.30.9']),
    [...CLOUD('GW-1', 'SW-1', 'SW-2', 'AP-1'), ...EVERY_CLIENT],
  ],
  ['a default route to a neighbour outside', routes(['0.0.0.0', 0, '203.0.113.1']), []],
  [
    'a route for the upper half of the guests’ network',
    routes(['192.168.20.128', 25, '192.168.10.9']),
    [NO_INTERNET(20, 'SW-1'), NO_INTERNET(20, 'AP-1')],
  ],
  ['a route for addresses outside the guests’ pool', routes(['192.168.20.224', 27, '192.168.10.9']), []],
  [
    'a route for a network that contains the guests’ network',
    routes(['192.168.0.0', 16, '192.168.10.9']),
    [],
  ],
  [
    'a second SSID in a carried VLAN',
    wireless(createPolicy(), createPolicy({ id: 'two', ssid: 'Cameras', vlanId: 30 })),
    [],
  ],
  ['the SSID moves to a VLAN that no port carries', wireless(createPolicy({ vlanId: 99 })), BOTH(99, 'AP-1')],
  [
    'the access points assign addresses themselves',
    wireless(createPolicy({ vlanId: undefined, dhcp: 'ap' })),
    [],
  ],
  ['the SSID is removed', wireless(), []],
  ['the SSID is switched off', wireless(createPolicy({ enabled: false })), []],
  ['the SSID moves to the devices’ network', wireless(createPolicy({ vlanId: undefined })), []],
  ['the SSID moves to the other access point only', wireless(createPolicy({ devices: ['far'] })), []],
  [
    'two changes at once: no pool for guests, no VLAN of cameras',
    { ...vlans(V10, V20), ...pools(10) },
    [NO_ADDRESS(20, 'SW-1'), NO_ADDRESS(20, 'AP-1'), ...BOTH(30, 'SW-1', 'SW-2')],
  ],
])('lists lost paths: %s', (_title, change, expected) => {
  const after = createReachWorld({ ...CONFIG, ...change }, listSources(), LINKS);
  const found = findBrokenPaths(createReachWorld(CONFIG, listSources(), LINKS), after)
    .filter(({ lost }) => lost)
    .map(formatBrokenPathTitle);
  expect(new Set(found)).toEqual(new Set(expected));
  expect(found).toHaveLength(expected.length);
});

test('names the place where a broken path ends', () => {
  const why = (change: Partial<NetworkConfig>, settings?: Record<string, DeviceSettings>) => {
    const now = createReachWorld(CONFIG, listSources(), LINKS);
    const found = findBrokenPaths(
      now,
      createReachWorld({ ...CONFIG, ...change }, listSources(settings), LINKS),
    );
    return Object.fromEntries(found.map((way) => [formatPathKey(way), way.why]));
  };
  expect(why(vlans(V10, { ...V20, taggedPorts: [] }, V30))['addresses ap “Hotel”']).toBe(
    'Port LAN1 of GW-1 does not carry VLAN 20.',
  );
  expect(why(pools(10, 30))['addresses ap “Hotel”']).toBe('There is no DHCP pool in VLAN 20.');
  expect(why({ wan: [] })['cloud gw ']).toBe('The gateway has no internet connection.');
  expect(why(routes(['0.0.0.0', 0, '192.168.30.9']))['cloud gw ']).toBe(
    'The static route R0 sends internet traffic to 192.168.30.9 in VLAN 30.',
  );
  expect(why(routes(['192.168.20.128', 25, '192.168.10.9']))['internet ap “Hotel”']).toBe(
    'The static route R0 sends replies to 192.168.20.128/25, a part of VLAN 20, to 192.168.10.9.',
  );
  const moved = {
    mode: 'static' as const,
    vlanId: 30,
    ip: '10.9.9.9',
    prefix: 24,
    gateway: '10.9.9.1',
    dns: [],
  };
  const settings = { ...SETTINGS, sw1: { ...SETTINGS['sw1'], management: moved } };
  expect(why({}, settings)['cloud sw1 ']).toBe(
    'Its address 10.9.9.9 is outside the network of VLAN 30 (192.168.30.1/24).',
  );
});

test('marks paths that the draft adds as broken, not as lost', () => {
  const now = createReachWorld(CONFIG, listSources(), LINKS);
  const draft = {
    ...CONFIG,
    ...wireless(createPolicy(), createPolicy({ id: 'two', ssid: 'Attic', vlanId: 77 })),
  };
  const found = findBrokenPaths(now, createReachWorld(draft, listSources(), LINKS));
  expect(found.map((way) => [way.lost, formatBrokenPathTitle(way)])).toEqual([
    [false, 'Clients of “Attic” at AP-1 get no address'],
    [false, 'Clients of “Attic” at AP-1 do not reach the internet'],
  ]);
  expect(isCuttingOffManagement(found)).toBe(false);
  expect(
    isCuttingOffManagement(
      findBrokenPaths(now, createReachWorld({ ...CONFIG, ...pools(20, 30) }, listSources(), LINKS)),
    ),
  ).toBe(true);
});

test('leaves out devices with unknown cabling and projects without a gateway', () => {
  const world = createReachWorld(CONFIG, listSources(), LINKS);
  expect(findPaths(world).some(({ deviceId }) => deviceId === 'far')).toBe(false);
  expect(findPaths(createReachWorld(CONFIG, listSources().slice(1), LINKS))).toEqual([]);
});

test('agrees with simulated frames on a thousand random projects', () => {
  let asked = 0;
  fc.assert(
    fc.property(randomWorld, (world) => {
      const predicted = new Map(
        findPaths(world).map((path) => [formatPathKey(path), path.why === undefined] as const),
      );
      const walked = walkPaths(world);
      asked += walked.size;
      expect(predicted).toEqual(walked);
    }),
    { numRuns: 1_000 },
  );
  expect(asked).toBeGreaterThan(2_000);
});
