import { describe, expect, test } from 'vitest';
import type { Evidence, NeighbourEvidence } from './evidence.ts';
import { findNeighbourMac, formatNeighbourId, formatUnknownId, UNKNOWN_NETWORK_ID } from './graph.ts';
import { infer } from './infer.ts';
import { chooseRoot } from './root.ts';

const IDS = ['gw', 'sw', 'ap', 'far'] as const;
type Id = (typeof IDS)[number];
const macOf = (id: Id): string => `02:00:00:00:00:0${IDS.indexOf(id) + 1}`;
const [CORE, EDGE] = ['00:00:5e:00:01:01', '00:00:5e:00:01:02'];

const createSite = (rootId: Id | undefined, ids: readonly Id[] = IDS): Evidence => ({
  rootId,
  devices: ids.map((id) => ({
    id,
    mac: macOf(id),
    ports: (id === 'ap' || id === 'far' ? ['wan'] : ['p1', 'p2', 'p8']).map((port) => ({ id: port })),
  })),
  neighbours: [],
  forwarding: [],
  uplinks: [],
});

/** A report such as `sw:p8 ge1`: the port of the neighbour follows. Reports with `^` are from an uplink. */
const detect = (text: string, peerMac: string): NeighbourEvidence => {
  const [, deviceId = '', port = '', mark, peerPort] = /^(\w+):(\w+)(\^?)(?: (\w+))?$/.exec(text) ?? [];
  return { deviceId, port, peerMac, peerPort, at: 1, ...(mark && { unmanaged: 'above' as const }) };
};
const learn = (deviceId: Id, port: string, ...ids: readonly Id[]) =>
  ids.map((id) => ({ deviceId, port, mac: macOf(id), at: 1 }));

const write = (evidence: Evidence): string[] => {
  const rename = (id: string): string => {
    const mac = findNeighbourMac(id);
    if (mac === undefined) return id === UNKNOWN_NETWORK_ID ? '?' : id.replace('unknown ', 'hub ');
    return mac === CORE ? 'CORE' : 'EDGE';
  };
  return infer(evidence)
    .links.map(
      ({ isInTree, lower, trust, upper }) =>
        `${rename(upper.nodeId)}${upper.port ? `:${upper.port}` : ''} > ${rename(lower.nodeId)}${lower.port ? `:${lower.port}` : ''} ${trust}${isInTree ? '' : ' further'}`,
    )
    .toSorted();
};

/** A gateway with a switch, and an access point and another one below the switch. */
const TABLES = [
  ...learn('gw', 'p1', 'sw', 'ap', 'far'),
  ...learn('sw', 'p8', 'gw'),
  ...learn('sw', 'p1', 'ap'),
  ...learn('sw', 'p2', 'far'),
];
const TREE = ['gw:p1 > sw:p8 forwarding', 'sw:p1 > ap:wan forwarding', 'sw:p2 > far:wan forwarding'];
const without = (...gone: readonly string[]): string[] => TREE.filter((link) => !gone.includes(link));

const CASES: readonly (readonly [string, Partial<Evidence>, readonly string[]])[] = [
  [
    'below the port that reports it',
    { neighbours: [detect('gw:p2 ge1', CORE)] },
    [...TREE, 'gw:p2 > CORE:ge1 lldp-one'],
  ],
  [
    'above the devices behind this port',
    { neighbours: [detect('sw:p1 ge1', CORE)] },
    [...without(TREE[1] ?? ''), 'sw:p1 > CORE:ge1 lldp-one', 'CORE > ap:wan forwarding'],
  ],
  [
    'above a device that reports it too, with both of its ports',
    { neighbours: [detect('sw:p1 ge1', CORE), detect('ap:wan ge2', CORE)] },
    [...without(TREE[1] ?? ''), 'sw:p1 > CORE:ge1 lldp-one', 'CORE:ge2 > ap:wan lldp-one'],
  ],
  [
    'between a device that reports it at its uplink and the port where tables show this device',
    { neighbours: [detect('sw:p8^ ge1', CORE)] },
    [...without(TREE[0] ?? ''), 'gw:p1 > CORE forwarding', 'CORE:ge1 > sw:p8 lldp-one'],
  ],
  [
    'behind an unknown device beside another one',
    { neighbours: [detect('gw:p2 ge1', CORE), detect('gw:p2 ge1', EDGE)] },
    [
      ...TREE,
      'gw:p2 > hub gw p2 forwarding',
      'hub gw p2 > CORE:ge1 lldp-one',
      'hub gw p2 > EDGE:ge1 lldp-one',
    ],
  ],
  [
    'behind an unknown device beside a device that LLDP shows there',
    { neighbours: [detect('sw:p1', CORE), detect('sw:p1 wan', macOf('ap'))] },
    [
      ...without(TREE[1] ?? ''),
      'sw:p1 > hub sw p1 forwarding',
      'hub sw p1 > CORE lldp-one',
      'hub sw p1 > ap:wan lldp-one',
    ],
  ],
  [
    'above the root that reports it at its uplink',
    { neighbours: [detect('gw:p8^ ge1', CORE)] },
    [...TREE, 'CORE:ge1 > gw:p8 lldp-one'],
  ],
  [
    'above the root with each of its cables',
    { neighbours: [detect('gw:p8^ ge1', CORE), detect('gw:p2^ ge2', CORE), detect('sw:p1 ge3', CORE)] },
    [
      ...TREE,
      'CORE:ge2 > gw:p2 lldp-one',
      'CORE:ge1 > gw:p8 lldp-one further',
      'sw:p1 > CORE:ge3 lldp-one further',
    ],
  ],
  ['nowhere if it is a client', { neighbours: [{ ...detect('gw:p2', CORE), unmanaged: 'hidden' }] }, TREE],
];

describe('an unmanaged neighbour', () => {
  test.each(CASES)('is %s', (_title, evidence, links) => {
    expect(write({ ...createSite('gw'), forwarding: TABLES, ...evidence })).toEqual([...links].toSorted());
  });

  test('is above the devices without a place that report it, in the unknown network', () => {
    const neighbours = [detect('ap:wan^ ge1', CORE), detect('far:wan^ ge2', CORE)];
    expect(write({ ...createSite('gw'), neighbours, forwarding: TABLES.slice(0, 1) })).toEqual([
      '? > CORE none',
      'CORE:ge1 > ap:wan lldp-one',
      'CORE:ge2 > far:wan lldp-one',
      'gw > ? none',
      'gw:p1 > sw forwarding',
    ]);
  });

  test('takes the devices without a place that report it to its own place', () => {
    const neighbours = [detect('gw:p2 ge1', CORE), detect('far:wan^ ge2', CORE)];
    expect(write({ ...createSite('gw', ['gw', 'far']), neighbours })).toEqual([
      'CORE:ge2 > far:wan lldp-one',
      'gw:p2 > CORE:ge1 lldp-one',
    ]);
  });

  test('of two devices that name each other’s neighbour leaves one tree', () => {
    const neighbours = [
      detect('ap:p1 ge1', CORE),
      detect('far:wan^ ge2', CORE),
      detect('far:p1 ge1', EDGE),
      detect('ap:wan^ ge2', EDGE),
    ];
    expect(write({ ...createSite('gw', ['gw', 'ap', 'far']), neighbours })).toEqual([
      '? > ap none',
      'CORE:ge2 > far:wan lldp-one',
      'EDGE:ge2 > ap:wan lldp-one further',
      'ap:p1 > CORE:ge1 lldp-one',
      'far:p1 > EDGE:ge1 lldp-one',
      'gw > ? none',
    ]);
  });
});

describe('a site without a gateway', () => {
  test('is below the neighbour at the uplink of its only device', () => {
    const site = { ...createSite(undefined, ['sw']), neighbours: [detect('sw:p8^ ge1', CORE)] };
    expect(chooseRoot(site)).toBe('sw');
    expect(write({ ...site, rootId: 'sw' })).toEqual(['CORE:ge1 > sw:p8 lldp-one']);
  });

  test('has the device with such a neighbour and most links as its root', () => {
    const neighbours = [
      detect('sw:p8^', CORE),
      detect('far:wan^', CORE),
      detect('sw:p1 p8', macOf('gw')),
      detect('gw:p1 wan', macOf('ap')),
    ];
    expect(chooseRoot({ ...createSite(undefined), neighbours })).toBe('sw');
  });

  test('has all devices at the same neighbour below it', () => {
    const site = createSite('sw', ['sw', 'ap', 'far']);
    const neighbours = [
      detect('sw:p8^ ge1', CORE),
      detect('ap:wan^ ge2', CORE),
      detect('far:wan^ ge3', CORE),
    ];
    const links = ['CORE:ge1 > sw:p8 lldp-one', 'CORE:ge2 > ap:wan lldp-one', 'CORE:ge3 > far:wan lldp-one'];
    expect(write({ ...site, neighbours })).toEqual(links);
    // The switch learns the others at its uplink.
    expect(write({ ...site, neighbours, forwarding: learn('sw', 'p8', 'ap', 'far') })).toEqual(links);
  });
});

test('at most 16 neighbours of a port are shown', () => {
  const neighbours = Array.from({ length: 40 }, (_, index) =>
    detect('gw:p2', `00:00:5e:00:02:${index.toString(16).padStart(2, '0')}`),
  );
  const uplinks = neighbours.map(({ peerMac }) => detect('ap:wan^', peerMac)).toReversed();
  const site = { ...createSite('gw', ['gw', 'ap']), neighbours: [...neighbours, ...uplinks] };
  const { links, nodes } = infer(site);
  expect(nodes).toHaveLength(2 + 1 + 16);
  const ids = new Set(nodes.map(({ id }) => id));
  for (const { lower, upper } of links)
    expect([lower, upper].every(({ nodeId }) => ids.has(nodeId))).toBe(true);
});

test('the id of a neighbour contains its MAC address, that of a place does not', () => {
  expect(findNeighbourMac(formatNeighbourId(CORE))).toBe(CORE);
  expect(findNeighbourMac(formatUnknownId('gw', 'p1'))).toBeUndefined();
  expect(findNeighbourMac(CORE)).toBeUndefined();
});
