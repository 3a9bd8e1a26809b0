import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  brokenWayTitle,
  cutsOff,
  type DeviceSettings,
  EMPTY_WIRELESS,
  type NetworkConfig,
} from '@northlight/contract';
import { brokenWays } from './broken-ways.ts';
import { CONFIG, LINKS, policy, pool, SETTINGS, sources, vlan } from './testing/hotel.ts';
import { ipv4Number } from './testing/ipv4-number.ts';
import { walkedWays } from './testing/packet-walk.ts';
import { wayKey, waysOf } from './ways.ts';
import { type ReachLink, type ReachPort, type ReachWorld, reachWorld } from './world.ts';

const [V10, V20, V30] = CONFIG.vlans as [
  NetworkConfig['vlans'][0],
  NetworkConfig['vlans'][0],
  NetworkConfig['vlans'][0],
];
const vlans = (...list: NetworkConfig['vlans']): Partial<NetworkConfig> => ({ vlans: list });
const pools = (...ids: number[]): Partial<NetworkConfig> => ({ dhcpPools: ids.map(pool) });
const air = (...policies: ReturnType<typeof policy>[]): Partial<NetworkConfig> => ({
  wireless: { ...EMPTY_WIRELESS, policies },
});
// Clients of the access point are in the air.
const clients = (vlanId: number, at: string) =>
  `Clients of ${at === 'AP-1' ? '“Hotel”' : `VLAN ${vlanId}`} at ${at}`;
const NO_ADDRESS = (vlanId: number, at: string) => `${clients(vlanId, at)} get no address`;
const NO_INTERNET = (vlanId: number, at: string) => `${clients(vlanId, at)} lose the internet`;
const BOTH = (vlanId: number, ...places: string[]) =>
  places.flatMap((at) => [NO_ADDRESS(vlanId, at), NO_INTERNET(vlanId, at)]);
const CLOUD = (...names: string[]) => names.map((name) => `${name} loses its way to the cloud`);
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

// Drafts with consequences that a person can tell, on one small hotel.
test.each<[string, Partial<NetworkConfig>, readonly string[]]>([
  ['nothing changes', {}, []],
  ['a new VLAN that nobody uses yet', vlans(V10, V20, V30, vlan(40)), []],
  ['a VLAN is renamed', vlans({ ...V10, name: 'Office' }, V20, V30), []],
  ['a VLAN gets another network, with its pool', vlans(V10, { ...V20, ip: '10.20.0.1' }, V30), []],
  ['the guests’ VLAN goes', vlans(V10, V30), BOTH(20, 'SW-1', 'AP-1')],
  ['the cameras’ VLAN goes', vlans(V10, V20), [...BOTH(30, 'SW-1', 'SW-2')]],
  [
    'the VLAN of the devices themselves goes',
    vlans(V20, V30),
    [...CLOUD('SW-1', 'SW-2', 'AP-1'), ...BOTH(1, 'SW-1', 'SW-2')],
  ],
  ['every VLAN goes', { ...vlans(), ...pools() }, BEHIND_LAN1],
  [
    'the guests are not carried to LAN1 any more',
    vlans(V10, { ...V20, taggedPorts: [] }, V30),
    BOTH(20, 'SW-1', 'AP-1'),
  ],
  [
    'the guests are carried to LAN2 instead',
    vlans(V10, { ...V20, taggedPorts: ['lan2'] }, V30),
    BOTH(20, 'SW-1', 'AP-1'),
  ],
  ['the guests are carried to LAN2 as well', vlans(V10, { ...V20, taggedPorts: ['lan1', 'lan2'] }, V30), []],
  ['the guests come out of LAN4 too', vlans(V10, { ...V20, ports: ['lan4'] }, V30), []],
  [
    'LAN1 becomes a port of the cameras',
    vlans({ ...V10, ports: ['lan2'] }, V20, { ...V30, taggedPorts: [], ports: ['lan1', 'lan3'] }),
    // The devices themselves are with the cameras then, and find addresses there.
    BOTH(30, 'SW-1', 'SW-2'),
  ],
  [
    'LAN1 is taken out of the VLAN of the devices',
    vlans({ ...V10, ports: ['lan2'] }, V20, V30),
    [...CLOUD('SW-1', 'SW-2', 'AP-1'), ...BOTH(1, 'SW-1', 'SW-2')],
  ],
  [
    'a LAN takes the port that no VLAN has',
    {
      ...vlans({ ...V10, ports: ['lan2'] }, V20, V30),
      lan: { ip: '192.168.1.1', prefix: 24 },
      dhcpPools: [...[10, 20, 30].map(pool), { ...pool(1), start: '192.168.1.100', end: '192.168.1.199' }],
    },
    [],
  ],
  [
    'a LAN without a pool takes the port',
    { ...vlans({ ...V10, ports: ['lan2'] }, V20, V30), lan: { ip: '192.168.1.1', prefix: 24 } },
    [...CLOUD('SW-1', 'SW-2', 'AP-1'), NO_ADDRESS(1, 'SW-1'), NO_ADDRESS(1, 'SW-2')],
  ],
  ['LAN2 is taken out of its VLAN', vlans({ ...V10, ports: ['lan1'] }, V20, V30), []],
  ['the guests’ pool goes', pools(10, 30), [NO_ADDRESS(20, 'SW-1'), NO_ADDRESS(20, 'AP-1')]],
  [
    'the pool of the devices goes',
    pools(20, 30),
    [...CLOUD('SW-1', 'SW-2', 'AP-1'), NO_ADDRESS(10, 'GW-1'), NO_ADDRESS(1, 'SW-1'), NO_ADDRESS(1, 'SW-2')],
  ],
  ['the cameras’ pool goes', pools(10, 20), ['GW-1', 'SW-1', 'SW-2'].map((at) => NO_ADDRESS(30, at))],
  [
    'every pool goes',
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
    'the WAN dials',
    { wan: [{ mode: 'pppoe', port: 'wan1', lines: [{ user: 'a', password: 'b' }], dns: [] }] },
    [],
  ],
  [
    'the only WAN is one that the gateway does not have',
    { wan: [{ mode: 'dhcp', port: 'wan9', dns: [] }] },
    [...CLOUD('GW-1', 'SW-1', 'SW-2', 'AP-1'), ...EVERY_CLIENT],
  ],
  ['a route to a network behind a neighbour', routes(['10.77.0.0', 16, '192.168.30.9']), []],
  [
    'a route that sends everything to a neighbour inside',
    routes(['0.0.0.0', 0, '192.168.30.9']),
    [...CLOUD('GW-1', 'SW-1', 'SW-2', 'AP-1'), ...EVERY_CLIENT],
  ],
  [
    'a route that sends half of all to a neighbour inside',
    routes(['128.0.0.0', 1, '192.168.30.9']),
    [...CLOUD('GW-1', 'SW-1', 'SW-2', 'AP-1'), ...EVERY_CLIENT],
  ],
  ['a route that sends everything to a neighbour outside', routes(['0.0.0.0', 0, '203.0.113.1']), []],
  [
    'a route that takes the upper half of the guests’ network',
    routes(['192.168.20.128', 25, '192.168.10.9']),
    [NO_INTERNET(20, 'SW-1'), NO_INTERNET(20, 'AP-1')],
  ],
  [
    'a route that takes what the guests’ pool leaves free',
    routes(['192.168.20.224', 27, '192.168.10.9']),
    [],
  ],
  ['a route that takes all that the guests’ network is in', routes(['192.168.0.0', 16, '192.168.10.9']), []],
  [
    'a second SSID in a VLAN that is carried',
    air(policy(), policy({ id: 'two', ssid: 'Cameras', vlanId: 30 })),
    [],
  ],
  ['the SSID moves to a VLAN that nobody carries', air(policy({ vlanId: 99 })), BOTH(99, 'AP-1')],
  ['the access points give addresses themselves', air(policy({ vlanId: undefined, dhcp: 'ap' })), []],
  ['the SSID goes', air(), []],
  ['the SSID is switched off', air(policy({ enabled: false })), []],
  ['the SSID moves to the network of the devices', air(policy({ vlanId: undefined })), []],
  ['the SSID moves to the other access point alone', air(policy({ devices: ['far'] })), []],
  [
    'two things at once: no pool for guests, no VLAN of cameras',
    { ...vlans(V10, V20), ...pools(10) },
    [NO_ADDRESS(20, 'SW-1'), NO_ADDRESS(20, 'AP-1'), ...BOTH(30, 'SW-1', 'SW-2')],
  ],
])('%s', (_title, change, expected) => {
  const after = reachWorld({ ...CONFIG, ...change }, sources(), LINKS);
  const found = brokenWays(reachWorld(CONFIG, sources(), LINKS), after)
    .filter(({ lost }) => lost)
    .map(brokenWayTitle);
  expect(new Set(found)).toEqual(new Set(expected));
  expect(found).toHaveLength(expected.length);
});

test('why a way is lost names the place where it ends', () => {
  const why = (change: Partial<NetworkConfig>, settings?: Record<string, DeviceSettings>) => {
    const now = reachWorld(CONFIG, sources(), LINKS);
    const found = brokenWays(now, reachWorld({ ...CONFIG, ...change }, sources(settings), LINKS));
    return Object.fromEntries(found.map((way) => [wayKey(way), way.why]));
  };
  expect(why(vlans(V10, { ...V20, taggedPorts: [] }, V30))['addresses ap “Hotel”']).toBe(
    'VLAN 20 ends at SW-1: no port carries it towards GW-1.',
  );
  expect(why(pools(10, 30))['addresses ap “Hotel”']).toBe('No DHCP pool gives addresses in VLAN 20.');
  expect(why({ wan: [] })['cloud gw ']).toBe('The gateway has no way to the internet.');
  expect(why(routes(['0.0.0.0', 0, '192.168.30.9']))['cloud gw ']).toBe(
    'The static route R0 sends what is meant for the internet to 192.168.30.9 in VLAN 30.',
  );
  expect(why(routes(['192.168.20.128', 25, '192.168.10.9']))['internet ap “Hotel”']).toBe(
    'The static route R0 takes 192.168.20.128/25 out of VLAN 20: answers go to 192.168.10.9.',
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
    'Its address 10.9.9.9 is not in the network of VLAN 30 (192.168.30.1/24).',
  );
});

test('what begins with the draft and goes nowhere is told apart, and is no loss', () => {
  const now = reachWorld(CONFIG, sources(), LINKS);
  const draft = { ...CONFIG, ...air(policy(), policy({ id: 'two', ssid: 'Attic', vlanId: 77 })) };
  const found = brokenWays(now, reachWorld(draft, sources(), LINKS));
  expect(found.map((way) => [way.lost, brokenWayTitle(way)])).toEqual([
    [false, 'Clients of “Attic” at AP-1 get no address'],
    [false, 'Clients of “Attic” at AP-1 do not reach the internet'],
  ]);
  expect(cutsOff(found)).toBe(false);
  expect(cutsOff(brokenWays(now, reachWorld({ ...CONFIG, ...pools(20, 30) }, sources(), LINKS)))).toBe(true);
});

test('a device whose cable nobody knows is left out, and so is a project without a gateway', () => {
  const world = reachWorld(CONFIG, sources(), LINKS);
  expect(waysOf(world).some(({ deviceId }) => deviceId === 'far')).toBe(false);
  expect(waysOf(reachWorld(CONFIG, sources().slice(1), LINKS))).toEqual([]);
});

const vlanId = fc.integer({ min: 1, max: 4 });
const portWorld = fc.record({
  native: fc.integer({ min: 0, max: 4 }),
  untagged: fc.uniqueArray(vlanId, { maxLength: 2 }),
  tagged: fc.uniqueArray(vlanId, { maxLength: 3 }),
});
const randomWorld = fc
  .record({
    devices: fc.array(
      fc.record({
        ports: fc.array(portWorld, { minLength: 1, maxLength: 4 }),
        management: fc.option(vlanId, { nil: undefined }),
        fixed: fc.boolean(),
        ssids: fc.uniqueArray(vlanId, { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    cables: fc.array(fc.tuple(fc.nat(5), fc.nat(3), fc.nat(5), fc.nat(3)), { maxLength: 9 }),
    networks: fc.uniqueArray(fc.record({ id: vlanId, pool: fc.boolean() }), {
      selector: ({ id }) => id,
      maxLength: 4,
    }),
    // One destination in two routes is refused elsewhere.
    routes: fc.uniqueArray(
      fc.record({
        // Most are narrow ones in the networks, some wide ones, some of no concern.
        to: fc.constantFrom(
          ...[1, 2, 3, 4].flatMap((id) => [`10.${id}.0.0/25`, `10.${id}.0.64/27`, `10.${id}.0.8/29`]),
          '0.0.0.0/0',
          '128.0.0.0/1',
          '64.0.0.0/2',
          '172.16.0.0/16',
          '10.0.0.0/8',
        ),
        into: fc.option(fc.constant('VLAN 1'), { nil: undefined }),
      }),
      { maxLength: 2, selector: ({ to }) => to },
    ),
    hasGateway: fc.boolean(),
    hasWayOut: fc.boolean(),
  })
  .map(({ cables, devices, hasGateway, hasWayOut, networks, routes }): ReachWorld => {
    const made = devices.map(({ fixed, management, ports, ssids }, index) => {
      const id = `d${index}`;
      const list = ports.map(({ native, tagged, untagged }, at): ReachPort => ({
        id: `p${at}`,
        native,
        untagged: new Set(untagged),
        tagged: new Set(tagged.filter((each) => !untagged.includes(each))),
      }));
      const isGateway = hasGateway && index === 0;
      const own = management ?? 1;
      return {
        id,
        name: id,
        ports: new Map(list.map((port) => [port.id, port] as const)),
        management: isGateway
          ? undefined
          : fixed
            ? {
                mode: 'static' as const,
                vlanId: own,
                ip: `10.${own}.0.9`,
                prefix: 24,
                gateway: '10.0.0.1',
                dns: [],
              }
            : { mode: 'dhcp' as const, vlanId: own },
        ssids: isGateway
          ? []
          : ssids.map((each) => ({ name: `s${each}`, vlanId: each, addresses: own % 2 === 0 })),
      };
    });
    const end = (device: number, port: number) => {
      const at = made[device % made.length];
      return { device: at?.id ?? '', port: `p${port % (at?.ports.size ?? 1)}` };
    };
    const links = cables
      .map(([a, p, b, q]): ReachLink => ({ from: end(a, p), to: end(b, q) }))
      .filter(({ from, to }) => from.device !== to.device);
    return {
      devices: new Map(made.map((device) => [device.id, device] as const)),
      links,
      gateway: hasGateway ? 'd0' : undefined,
      // One network in two VLANs is refused elsewhere: each has its own.
      networks: networks.map(({ id, pool: has }) => ({
        id,
        name: `N${id}`,
        title: `VLAN ${id}`,
        ip: `10.${id}.0.1`,
        prefix: 24,
        pool: has ? { first: ipv4Number(`10.${id}.0.100`), last: ipv4Number(`10.${id}.0.119`) } : undefined,
      })),
      routes: routes.map(({ into, to }, index) => {
        const [destination = '', prefix = ''] = to.split('/');
        const at = { destination: ipv4Number(destination), prefix: Number(prefix) };
        return { ...at, name: `R${index}`, nextHop: '10.1.0.9', into };
      }),
      hasWayOut,
    };
  });

test('the preview answers like frames that are really sent, on a thousand random projects', () => {
  let asked = 0;
  fc.assert(
    fc.property(randomWorld, (world) => {
      const told = new Map(waysOf(world).map((way) => [wayKey(way), way.why === undefined] as const));
      const walked = walkedWays(world);
      asked += walked.size;
      expect(told).toEqual(walked);
    }),
    { numRuns: 1_000 },
  );
  expect(asked).toBeGreaterThan(2_000);
});
