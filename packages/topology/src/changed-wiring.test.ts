import { describe, expect, test } from 'vitest';
import type { EvidenceDevice } from './evidence.ts';
import { infer } from './infer.ts';

const MINUTE_MS = 60_000;
const IDS = ['gw', 'core', 'one', 'two', 'cam', 'ap', 'bridge', 'yard'] as const;
type Id = (typeof IDS)[number];
const getMac = (id: Id): string => `02:00:00:00:00:0${IDS.indexOf(id) + 1}`;
const PORTS: Readonly<Record<Id, readonly string[]>> = {
  gw: ['lan1', 'lan2'],
  core: ['p1', 'p2', 'p3', 'u1'],
  one: ['p1', 'p2', 'u1', 'u2'],
  two: ['p1', 'p2', 'u1', 'u2'],
  cam: ['eth0'],
  ap: ['eth0'],
  bridge: ['eth0'],
  yard: ['eth0'],
};
const devices = IDS.map((id): EvidenceDevice => ({
  id,
  mac: getMac(id),
  ports: PORTS[id].map((port) => ({ id: port, up: true })),
}));

/** Addresses that a switch learned at its ports, by port and time. */
const learn = (deviceId: Id, port: string, at: number, ...ids: Id[]) =>
  ids.map((id) => ({ deviceId, port, mac: getMac(id), at }));
/** Reports of both ends of a cable. */
const meet = (one: Id, port: string, other: Id, otherPort: string, at = 0) => [
  { deviceId: one, port, peerMac: getMac(other), peerPort: otherPort, at },
  { deviceId: other, port: otherPort, peerMac: getMac(one), peerPort: port, at },
];
const TABLES = [
  ...learn('gw', 'lan1', 0, 'core', 'one', 'two', 'cam', 'ap'),
  ...learn('core', 'u1', 0, 'gw'),
  ...learn('core', 'p1', 0, 'one', 'cam'),
  ...learn('core', 'p2', 0, 'two', 'ap'),
  ...learn('one', 'u1', 0, 'gw', 'core', 'two', 'ap'),
  ...learn('one', 'p1', 0, 'cam'),
  ...learn('two', 'u1', 0, 'gw', 'core', 'one', 'cam'),
  ...learn('two', 'p1', 0, 'ap'),
];

/** Direct links of a ring after it has changed its direction: each switch is below the one before. */
const CHAIN = [
  ...meet('gw', 'lan1', 'core', 'u1'),
  ...meet('core', 'p1', 'one', 'u1'),
  ...meet('one', 'u2', 'two', 'u2'),
];

const findUpper = (evidence: Partial<Parameters<typeof infer>[0]>, ...ids: Id[]) => {
  const nothing = { rootId: 'gw', devices, neighbours: [], forwarding: [], uplinks: [] };
  const { links } = infer({ ...nothing, ...evidence });
  return ids.map((id) => {
    const { nodeId, port = '' } = links.find(({ lower }) => lower.nodeId === id)?.upper ?? { nodeId: '' };
    return `${nodeId} ${port}`.trim();
  });
};

describe('a moved device', () => {
  test('is at its new switch, although the earlier one still reports its address', () => {
    for (const at of [-MINUTE_MS, MINUTE_MS, 4 * MINUTE_MS])
      expect(
        findUpper(
          {
            forwarding: [
              ...TABLES.filter(({ mac }) => mac !== getMac('cam')),
              ...learn('core', 'p2', 0, 'cam'),
              ...learn('two', 'p2', 0, 'cam'),
              ...learn('one', 'p1', at, 'cam'),
            ],
          },
          'cam',
        ),
      ).toEqual(['two p2']);
  });

  test('is at the switch that reports it, if those above have not reported for longer than the ageing time', () =>
    expect(
      findUpper({ forwarding: [...TABLES, ...learn('two', 'p2', 20 * MINUTE_MS, 'cam')] }, 'cam'),
    ).toEqual(['two p2']));
  test('is at its new switch, if only the switch between the earlier one and an unmanaged switch denies it', () =>
    expect(
      findUpper(
        {
          forwarding: [
            ...learn('gw', 'lan1', 0, 'core', 'one', 'two', 'bridge', 'ap'),
            ...learn('core', 'u1', 0, 'gw'),
            // An unmanaged switch with both.
            ...learn('core', 'p1', 0, 'one', 'two', 'bridge', 'ap'),
            ...learn('one', 'u1', 0, 'gw', 'core', 'two', 'ap'),
            ...learn('one', 'p2', 0, 'bridge'),
            ...learn('bridge', 'u1', 0, 'gw', 'one'),
            ...learn('bridge', 'eth0', 0, 'ap'),
            ...learn('two', 'u1', 0, 'gw', 'core', 'one', 'bridge'),
            ...learn('two', 'p2', 0, 'ap'),
          ],
        },
        'ap',
      ),
    ).toEqual(['two p2']));
});

test('devices stay at a switch that a ring now reaches over another one, which still reports them at its uplink', () =>
  expect(
    findUpper(
      {
        neighbours: CHAIN,
        forwarding: [
          ...learn('gw', 'lan1', MINUTE_MS, 'core', 'one', 'two', 'cam', 'ap'),
          ...learn('core', 'u1', MINUTE_MS, 'gw'),
          ...learn('core', 'p1', MINUTE_MS, 'one', 'two'),
          ...learn('one', 'u1', MINUTE_MS, 'gw', 'core', 'ap'),
          ...learn('one', 'u2', MINUTE_MS, 'two'),
          ...learn('one', 'p1', MINUTE_MS, 'cam'),
          ...learn('two', 'u2', MINUTE_MS, 'gw', 'one', 'core'),
          ...learn('two', 'p1', MINUTE_MS, 'ap'),
        ],
      },
      'core',
      'two',
      'ap',
    ),
  ).toEqual(['gw lan1', 'one u2', 'two p1']));

describe('a moved switch', () => {
  test('is below its new parent with everything behind it, although the earlier parent still reports it', () =>
    expect(
      findUpper(
        {
          forwarding: [
            ...TABLES.filter(
              ({ deviceId, mac }) => deviceId !== 'two' && mac !== getMac('two') && mac !== getMac('ap'),
            ),
            ...learn('gw', 'lan1', 0, 'bridge', 'two', 'ap'),
            ...learn('core', 'p3', MINUTE_MS, 'bridge', 'two', 'ap'),
            // The earlier parent.
            ...learn('one', 'p2', 0, 'two', 'ap'),
            ...learn('bridge', 'u1', 0, 'gw'),
            ...learn('bridge', 'eth0', MINUTE_MS, 'two', 'ap'),
            ...learn('two', 'u1', MINUTE_MS, 'gw', 'cam'),
            ...learn('two', 'p1', MINUTE_MS, 'ap'),
          ],
        },
        'two',
        'ap',
      ),
    ).toEqual(['bridge eth0', 'two p1']));

  test('of a ring is below the other one, although it still reports it at its earlier uplink', () =>
    expect(
      findUpper(
        {
          neighbours: [...meet('core', 'p1', 'one', 'u1'), ...meet('one', 'u2', 'two', 'u2')],
          forwarding: [
            ...TABLES.filter(({ deviceId, mac }) => deviceId !== 'two' && mac !== getMac('two')),
            ...learn('gw', 'lan1', 0, 'two'),
            ...learn('core', 'p1', MINUTE_MS, 'two', 'ap'),
            ...learn('one', 'u2', MINUTE_MS, 'two', 'ap'),
            ...learn('two', 'u1', 0, 'one', 'cam'),
            ...learn('two', 'u2', MINUTE_MS, 'gw'),
            ...learn('two', 'p1', MINUTE_MS, 'ap'),
          ],
        },
        'one',
        'two',
        'cam',
        'ap',
      ),
    ).toEqual(['core p1', 'one u2', 'one p1', 'two p1']));
});

test('of two switches that report each other below themselves at the same time, the one nearer to the root is above', () =>
  expect(
    findUpper(
      {
        neighbours: CHAIN,
        forwarding: [
          ...learn('gw', 'lan1', MINUTE_MS, 'core', 'one', 'two', 'cam', 'ap'),
          ...learn('core', 'u1', MINUTE_MS, 'gw'),
          ...learn('core', 'p1', MINUTE_MS, 'one', 'two', 'ap'),
          ...learn('core', 'p3', MINUTE_MS, 'cam'),
          ...learn('one', 'u1', MINUTE_MS, 'gw', 'core', 'cam'),
          ...learn('one', 'u2', MINUTE_MS, 'two', 'ap'),
          ...learn('two', 'u2', MINUTE_MS, 'gw', 'one'),
          // Its earlier uplink.
          ...learn('two', 'u1', MINUTE_MS, 'core', 'cam'),
          ...learn('two', 'p1', MINUTE_MS, 'ap'),
        ],
      },
      'core',
      'one',
      'two',
      'cam',
      'ap',
    ),
  ).toEqual(['gw lan1', 'core p1', 'one u2', 'core p3', 'two p1']));

test('a switch is below the neighbour at its uplink port, which it still reports at another port', () =>
  expect(
    findUpper(
      {
        neighbours: meet('core', 'p2', 'two', 'u1'),
        forwarding: [
          ...TABLES.filter(({ deviceId, mac }) => deviceId !== 'two' || mac !== getMac('core')),
          ...learn('two', 'u2', MINUTE_MS, 'core'),
        ],
      },
      'core',
      'two',
      'cam',
      'ap',
    ),
  ).toEqual(['gw lan1', 'core p2', 'one p1', 'two p1']));

test('a device with a wireless uplink is linked to it, not to the switch behind itself', () =>
  expect(
    findUpper(
      {
        neighbours: [...meet('core', 'p3', 'bridge', 'eth0'), ...meet('yard', 'eth0', 'two', 'u1')],
        forwarding: [
          ...learn('gw', 'lan1', 0, 'core', 'bridge', 'yard', 'two', 'cam'),
          ...learn('core', 'u1', 0, 'gw'),
          ...learn('core', 'p3', 0, 'bridge', 'yard', 'two', 'cam'),
          ...learn('two', 'u1', 0, 'gw', 'yard'),
          ...learn('two', 'p1', 0, 'cam'),
        ],
        uplinks: [
          { deviceId: 'yard', parentMac: getMac('bridge'), isWireless: true, at: 0 },
          // The base of the link names its cable.
          { deviceId: 'bridge', parentMac: getMac('core'), isWireless: true, at: 0 },
        ],
      },
      'bridge',
      'yard',
      'two',
      'cam',
    ),
  ).toEqual(['core p3', 'bridge', 'yard eth0', 'two p1']));

test('switches that have not learned the address of the gateway have their uplinks at the neighbours that are nearer to it', () =>
  expect(
    findUpper(
      {
        neighbours: [...meet('gw', 'lan1', 'one', 'u1'), ...meet('one', 'p2', 'two', 'u1')],
        forwarding: [
          ...learn('one', 'p2', 0, 'two', 'cam', 'ap'),
          ...learn('two', 'u1', 0, 'one', 'cam'),
          ...learn('two', 'p1', 0, 'ap'),
        ],
      },
      'one',
      'two',
      'ap',
    ),
  ).toEqual(['gw lan1', 'unknown one p2', 'two p1']));

test('switches behind an unmanaged switch that forwards LLDP are linked to it, in any order of their reports', () => {
  const tables = [
    ...TABLES.filter(({ deviceId }) => deviceId !== 'core'),
    ...learn('core', 'u1', 0, 'gw'),
    ...learn('core', 'p1', 0, 'one', 'cam', 'two', 'ap'),
  ];
  const pairs = [
    meet('core', 'p1', 'one', 'u1'),
    meet('core', 'p1', 'two', 'u1'),
    meet('one', 'u1', 'two', 'u1'),
  ];
  for (const newest of pairs)
    expect(
      findUpper(
        {
          forwarding: tables,
          neighbours: pairs.flatMap((pair) => pair.map((each) => ({ ...each, at: pair === newest ? 1 : 0 }))),
        },
        'one',
        'two',
        'cam',
        'ap',
      ),
    ).toEqual(['unknown core p1', 'unknown core p1', 'one p1', 'two p1']);
});

describe('a device with one port, at which another device is connected', () => {
  const named = (deviceId: Id, parent: Id, parentPort?: string) => ({
    deviceId,
    parentMac: getMac(parent),
    parentPort,
    isWireless: false,
    at: 0,
  });
  const ORDERS = ['0 1 2', '0 2 1', '1 0 2', '1 2 0', '2 0 1', '2 1 0'];

  test.each(ORDERS.flatMap((order) => [undefined, 'eth0'].map((port) => ({ order, port }))))(
    'has its uplink if the reports come as $order, with the port $port',
    ({ order, port }) => {
      // The yard is connected to the bridge by radio, which it does not report.
      const uplinks = [
        named('bridge', 'gw', 'lan1'),
        named('yard', 'bridge', 'radio'),
        named('cam', 'yard', port),
      ];
      const reordered = order.split(' ').flatMap((at) => uplinks[Number(at)] ?? []);
      expect(findUpper({ uplinks: reordered }, 'bridge', 'yard', 'cam')).toEqual([
        'gw lan1',
        'bridge radio',
        'yard eth0',
      ]);
    },
  );
});
