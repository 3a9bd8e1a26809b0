import { describe, expect, test } from 'vitest';
import type { Evidence, EvidenceDevice } from './evidence.ts';
import { type TopologyGraph, UNKNOWN_NETWORK_ID } from './graph.ts';
import { infer } from './infer.ts';
import { chooseRoot } from './root.ts';
import { createRandom } from './testing/generated-site.ts';

const MACS = {
  gw: '02:00:00:00:00:01',
  sw: '02:00:00:00:00:02',
  ap: '02:00:00:00:00:03',
  cam: '02:00:00:00:00:04',
};
const createDevice = (id: keyof typeof MACS, ...ports: string[]): EvidenceDevice => ({
  id,
  mac: MACS[id],
  ports: ports.map((port) => ({ id: port, up: true })),
});
const DEVICES = [
  createDevice('gw', 'lan1', 'lan2'),
  createDevice('sw', 'p1', 'p2', 'p3', 'p8'),
  createDevice('ap', 'eth0'),
  createDevice('cam', 'eth0'),
];
const NOTHING: Evidence = {
  rootId: 'gw',
  devices: DEVICES,
  neighbours: [],
  forwarding: [],
  uplinks: [],
};
const learn = (deviceId: keyof typeof MACS, port: string, mac: keyof typeof MACS, at = 1) => ({
  deviceId,
  port,
  mac: MACS[mac],
  at,
});
const meet = (
  deviceId: keyof typeof MACS,
  port: string,
  peer: keyof typeof MACS,
  peerPort?: string,
  at = 1,
) => ({ deviceId, port, peerMac: MACS[peer], peerPort, at });

const connect = (deviceId: keyof typeof MACS, parent: keyof typeof MACS) => ({
  deviceId,
  parentMac: MACS[parent],
  isWireless: true,
  at: 1,
});
const plug = (deviceId: keyof typeof MACS, parent: keyof typeof MACS, parentPort?: string) => ({
  ...connect(deviceId, parent),
  isWireless: false,
  parentPort,
});

/** Writes the links as `upper:port > lower:port trust`. */
const listLinks = (evidence: Partial<Evidence>): string[] =>
  infer({ ...NOTHING, ...evidence })
    .links.map(
      ({ lower, trust, upper }) =>
        `${upper.nodeId}:${upper.port ?? '?'} > ${lower.nodeId}:${lower.port ?? '?'} ${trust}`,
    )
    .toSorted();

const TABLES = [
  learn('gw', 'lan1', 'sw'),
  learn('gw', 'lan1', 'ap'),
  learn('gw', 'lan1', 'cam'),
  learn('sw', 'p8', 'gw'),
  learn('sw', 'p1', 'ap'),
  learn('sw', 'p2', 'cam'),
];

describe('a link', () => {
  test('follows the forwarding tables without LLDP', () =>
    expect(listLinks({ forwarding: TABLES })).toEqual([
      'gw:lan1 > sw:p8 forwarding',
      'sw:p1 > ap:eth0 forwarding',
      'sw:p2 > cam:eth0 forwarding',
    ]));

  test('follows LLDP of one end, and is more trusted with LLDP of both ends', () =>
    expect(
      listLinks({
        forwarding: TABLES,
        neighbours: [meet('sw', 'p1', 'ap'), meet('sw', 'p8', 'gw', 'lan1'), meet('gw', 'lan1', 'sw', 'p8')],
      }),
    ).toEqual(['gw:lan1 > sw:p8 lldp-both', 'sw:p1 > ap:eth0 lldp-one', 'sw:p2 > cam:eth0 forwarding']));

  test('goes to an unknown device when several devices share a port', () =>
    expect(listLinks({ forwarding: [...TABLES, learn('sw', 'p1', 'cam', 2)] })).toEqual([
      'gw:lan1 > sw:p8 forwarding',
      'sw:p1 > unknown sw p1:? forwarding',
      'unknown sw p1:? > ap:eth0 forwarding',
      'unknown sw p1:? > cam:eth0 forwarding',
    ]));

  test('follows the newest port of a moved device', () =>
    expect(listLinks({ forwarding: [...TABLES, learn('sw', 'p3', 'cam', 2)] })).toContain(
      'sw:p3 > cam:eth0 forwarding',
    ));

  test('follows a wireless connection instead of forwarding tables', () =>
    expect(listLinks({ forwarding: TABLES, uplinks: [connect('cam', 'ap')] })).toContain(
      'ap:? > cam:? wireless',
    ));

  test.each([
    ['its client', 'cam', 'ap'],
    ['its base', 'ap', 'cam'],
  ] as const)('leads away from the root when it is a bridge link, here to %s', (_title, client, base) =>
    expect(
      listLinks({
        neighbours: [meet('gw', 'lan1', 'sw'), meet('ap', 'eth0', 'sw', 'p1')],
        uplinks: [{ ...connect(client, base), isBridgeLink: true }],
      }),
    ).toEqual(expect.arrayContaining(['sw:p1 > ap:eth0 lldp-one', 'ap:? > cam:? wireless'])),
  );

  test('follows LLDP from the gateway outwards without forwarding tables', () =>
    expect(
      listLinks({
        neighbours: [meet('sw', 'p1', 'ap'), meet('gw', 'lan1', 'sw'), meet('cam', 'eth0', 'sw', 'p2')],
      }),
    ).toEqual(['gw:lan1 > sw:? lldp-one', 'sw:p1 > ap:eth0 lldp-one', 'sw:p2 > cam:eth0 lldp-one']));

  test('follows the uplinks that devices name, also without a gateway', () =>
    expect(
      listLinks({
        rootId: undefined,
        devices: DEVICES.slice(1),
        uplinks: [plug('ap', 'sw', 'p1'), plug('cam', 'sw')],
      }),
    ).toEqual(expect.arrayContaining(['sw:? > cam:eth0 lldp-one', 'sw:p1 > ap:eth0 lldp-one'])));

  test('goes to an unknown device for neighbours that one report names at one port', () =>
    expect(
      listLinks({
        neighbours: [
          meet('gw', 'lan1', 'sw'),
          meet('sw', 'p1', 'ap', 'eth0'),
          meet('sw', 'p1', 'cam', 'eth0'),
        ],
      }),
    ).toEqual([
      'gw:lan1 > sw:? lldp-one',
      'sw:p1 > unknown sw p1:? forwarding',
      'unknown sw p1:? > ap:eth0 lldp-one',
      'unknown sw p1:? > cam:eth0 lldp-one',
    ]));

  test('goes to an unknown device for uplinks at one port', () =>
    expect(
      listLinks({ uplinks: [plug('sw', 'gw', 'lan1'), plug('ap', 'sw', 'p1'), plug('cam', 'sw', 'p1')] }),
    ).toEqual([
      'gw:lan1 > sw:? lldp-one',
      'sw:p1 > unknown sw p1:? forwarding',
      'unknown sw p1:? > ap:eth0 lldp-one',
      'unknown sw p1:? > cam:eth0 lldp-one',
    ]));

  test('has the port of the neighbour report, and the trust of both ends, if the other end names its uplink', () =>
    expect(listLinks({ neighbours: [meet('gw', 'lan1', 'sw')], uplinks: [plug('sw', 'gw')] })).toContain(
      'gw:lan1 > sw:? lldp-both',
    ));

  test('follows the forwarding tables instead of an uplink that contradicts them', () =>
    expect(listLinks({ forwarding: TABLES, uplinks: [plug('cam', 'ap')] })).toContain(
      'sw:p2 > cam:eth0 forwarding',
    ));

  test('is uncertain if the switch of the device has not learned it', () => {
    const forwarding = TABLES.filter(({ deviceId, mac }) => deviceId !== 'sw' || mac !== MACS.cam);
    const { links } = infer({ ...NOTHING, forwarding });
    expect(links.filter(({ isUncertain }) => isUncertain).map(({ lower }) => lower.nodeId)).toEqual(['cam']);
  });

  test('goes to the unknown network without evidence', () =>
    expect(listLinks({ forwarding: TABLES.filter(({ mac }) => mac !== MACS.cam) })).toContain(
      `${UNKNOWN_NETWORK_ID}:? > cam:? none`,
    ));
});

describe('an earlier link', () => {
  const BEFORE = infer({ ...NOTHING, forwarding: TABLES });
  const moveTo = (port: string, at: number) =>
    infer(
      {
        ...NOTHING,
        forwarding: [...TABLES.filter(({ mac }) => mac !== MACS.cam), learn('sw', port, 'cam', at)],
      },
      BEFORE,
    );
  const findLink = ({ links }: TopologyGraph, id: string) => links.find(({ lower }) => lower.nodeId === id);

  test('stays, marked as uncertain, while the evidence for another link is not newer', () => {
    expect(findLink(moveTo('p3', 1), 'cam')).toMatchObject({ upper: { port: 'p2' }, isUncertain: true });
    expect(findLink(moveTo('p3', 1), 'ap')).toMatchObject({ isUncertain: false });
  });

  test('is replaced if newer evidence contradicts it', () =>
    expect(findLink(moveTo('p3', 2), 'cam')).toMatchObject({ upper: { port: 'p3' }, isUncertain: false }));

  test('is certain again with more trusted evidence', () => {
    const graph = infer({ ...NOTHING, forwarding: TABLES, neighbours: [meet('sw', 'p2', 'cam')] }, BEFORE);
    expect(findLink(graph, 'cam')).toMatchObject({ trust: 'lldp-one', isUncertain: false });
  });
});

test.each(['sw', 'gw'] as const)(
  'a further link has the device near the root as its upper end: %s reports first',
  (first) => {
    const cables = [
      { gw: 'lan1', sw: 'p8' },
      { gw: 'lan2', sw: 'p3' },
    ];
    const report = (deviceId: 'gw' | 'sw') => {
      const peer = deviceId === 'gw' ? 'sw' : 'gw';
      return cables.map((cable) => ({
        deviceId,
        port: cable[deviceId],
        peerMac: MACS[peer],
        peerPort: cable[peer],
        at: 1,
      }));
    };
    const neighbours = [...report(first), ...report(first === 'gw' ? 'sw' : 'gw')];
    const { links } = infer({ ...NOTHING, devices: DEVICES.slice(0, 2), neighbours });
    expect(links.filter(({ isInTree }) => !isInTree)).toMatchObject([
      { upper: { nodeId: 'gw', port: 'lan2' }, lower: { nodeId: 'sw', port: 'p3' } },
    ]);
  },
);

test('a link by LLDP that closes a loop is kept outside the tree', () => {
  const graph = infer({
    ...NOTHING,
    forwarding: TABLES,
    neighbours: [
      meet('sw', 'p8', 'gw', 'lan1'),
      meet('gw', 'lan1', 'sw', 'p8'),
      meet('sw', 'p3', 'gw', 'lan2'),
    ],
  });
  expect(graph.links.filter(({ isInTree }) => !isInTree)).toMatchObject([
    { upper: { nodeId: 'gw', port: 'lan2' }, lower: { nodeId: 'sw', port: 'p3' }, trust: 'lldp-one' },
  ]);
});

describe('false reports', () => {
  test('change no link if a device names itself as its neighbour', () =>
    expect(listLinks({ forwarding: TABLES, neighbours: [meet('ap', 'eth0', 'ap', 'eth0')] })).toEqual(
      listLinks({ forwarding: TABLES }),
    ));

  test('change no link if they come from a device outside the site', () =>
    expect(
      listLinks({
        forwarding: TABLES,
        neighbours: [{ deviceId: 'stranger', port: 'eth0', peerMac: '02:ff:00:00:00:01', at: 1 }],
      }),
    ).toEqual(listLinks({ forwarding: TABLES })));

  test('change no link of forwarding tables if a device names every other device as its neighbour', () => {
    const claims = (['gw', 'sw', 'cam'] as const).map((peer) =>
      meet('ap', 'eth0', peer, { gw: 'lan1', sw: 'p8', cam: 'eth0' }[peer], 9),
    );
    const tree = (links: string[]): string[] => links.filter((link) => link.endsWith('forwarding'));
    expect(tree(listLinks({ forwarding: TABLES, neighbours: claims }))).toEqual(
      listLinks({ forwarding: TABLES }),
    );
  });

  test('place only the first of two devices with one MAC address', () => {
    const graph = infer({
      ...NOTHING,
      devices: [...DEVICES, { ...createDevice('cam', 'eth0'), id: 'copy' }],
      forwarding: TABLES,
    });
    const find = (id: string) => graph.links.find(({ lower }) => lower.nodeId === id)?.upper;
    expect([find('cam'), find('copy')]).toEqual([
      { nodeId: 'sw', port: 'p2' },
      { nodeId: UNKNOWN_NETWORK_ID },
    ]);
  });

  test('leave every device once in one tree if their content is random', () => {
    const random = createRandom(7);
    const draw = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const ids = Object.keys(MACS) as (keyof typeof MACS)[];
    const ports = ['lan1', 'p1', 'p2', 'p8', 'eth0', 'none'];
    for (let round = 0; round < 500; round++) {
      const many = <T>(create: () => T): T[] => Array.from({ length: Math.floor(random() * 12) }, create);
      const graph = infer({
        rootId: draw([...ids, undefined, 'stranger']),
        devices: DEVICES,
        neighbours: many(() => ({
          ...meet(draw(ids), draw(ports), draw(ids), draw([...ports, undefined]), random()),
          ...(random() < 0.5 && { peerMac: draw(['02:ff:00:00:00:01', '02:ff:00:00:00:02']) }),
          unmanaged: draw(['above', 'hidden', undefined] as const),
        })),
        forwarding: many(() => learn(draw(ids), draw(ports), draw(ids), random())),
        uplinks: many(() => ({
          deviceId: draw(ids),
          parentMac: MACS[draw(ids)],
          isWireless: random() < 0.5,
          ownPort: draw([...ports, undefined]),
          parentPort: draw([...ports, undefined]),
          at: random(),
        })),
      });
      const inTree = graph.links.filter(({ isInTree }) => isInTree).map(({ lower }) => lower.nodeId);
      expect(new Set(inTree).size).toBe(inTree.length);
      const up = new Map(
        graph.links.flatMap(({ isInTree, lower, upper }) =>
          isInTree ? [[lower.nodeId, upper.nodeId] as const] : [],
        ),
      );
      const tops = graph.nodes.map(({ id }) => {
        let at: string = id;
        for (let steps = 0; up.has(at) && steps < 20; steps++) at = up.get(at) ?? at;
        return at;
      });
      expect(new Set(tops).size).toBe(1);
    }
  });

  test('leave every device in one tree if they form a loop', () => {
    const graph = infer({
      ...NOTHING,
      uplinks: [connect('ap', 'cam'), connect('cam', 'ap')],
    });
    const up = new Map(graph.links.map(({ lower, upper }) => [lower.nodeId, upper.nodeId]));
    for (const { id } of DEVICES.slice(1)) {
      const path = [id];
      for (let at = up.get(id); at !== undefined && path.length < 10; at = up.get(at)) path.push(at);
      expect(path.at(-1)).toBe('gw');
    }
  });
});

describe('the root of a site without a gateway', () => {
  const site = { ...NOTHING, rootId: undefined, devices: DEVICES.slice(1) };

  test('is the device to which all uplinks lead', () =>
    expect(chooseRoot({ ...site, uplinks: [plug('ap', 'cam'), plug('cam', 'sw')] })).toBe('sw'));

  test('is the device with most neighbours if none names an uplink', () =>
    expect(
      chooseRoot({ ...site, neighbours: [meet('ap', 'eth0', 'sw', 'p1'), meet('cam', 'eth0', 'sw', 'p2')] }),
    ).toBe('sw'));

  test('is unknown without any direct link', () => expect(chooseRoot(site)).toBeUndefined());
});
