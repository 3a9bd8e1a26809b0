import { describe, expect, test } from 'vitest';
import {
  formatManualId,
  formatNeighbourId,
  formatUnknownId,
  type GraphLink,
  type TopologyGraph,
  type Trust,
  UNKNOWN_NETWORK_ID,
} from './graph.ts';
import { addManualParts, type ManualLink } from './manual-links.ts';

const MODEM = formatManualId('modem');
const HUB = formatManualId('hub');
const SECOND = formatManualId('second');

/** Parses `gw:p1>sw:up forwarding` as a link. */
function parseLink(text: string): GraphLink {
  const [, upper = '', upperPort, lower = '', lowerPort, trust = 'none'] =
    /^(.+?)(?::([a-z]\w*))?>(.+?)(?::([a-z]\w*))? ([\w-]+)$/.exec(text) ?? [];
  return {
    upper: { nodeId: upper, port: upperPort },
    lower: { nodeId: lower, port: lowerPort },
    trust: trust as Trust,
    isInTree: true,
    isUncertain: false,
  };
}
const formatLink = ({ lower, trust, upper }: GraphLink): string =>
  `${upper.nodeId}${upper.port === undefined ? '' : `:${upper.port}`}>${lower.nodeId}${lower.port === undefined ? '' : `:${lower.port}`} ${trust}`;

function createGraph(...texts: readonly string[]): TopologyGraph {
  const links = texts.map(parseLink);
  const ids = new Set(['gw', ...links.flatMap(({ lower, upper }) => [upper.nodeId, lower.nodeId])]);
  return { rootId: 'gw', nodes: [...ids].map((id) => ({ id, kind: 'device' })), links };
}

/** Adds manual devices, and links such as `gw:p1>manual hub`. */
function merge(graph: TopologyGraph, deviceIds: readonly string[], ...texts: readonly string[]) {
  const links = texts.map((text): ManualLink => ({ ...parseLink(`${text} manual`), id: text }));
  const { graph: merged, unusedLinkIds } = addManualParts(graph, { deviceIds, links });
  return {
    links: merged.links.filter(({ isInTree }) => isInTree).map(formatLink),
    further: merged.links.filter(({ isInTree }) => !isInTree).map(formatLink),
    ids: merged.nodes.map(({ id }) => id),
    unusedLinkIds,
  };
}

describe('a manual device', () => {
  test('is added below the port that the user chose', () => {
    const { ids, links } = merge(createGraph('gw:p1>sw:up lldp-both'), [HUB], `sw:p2>${HUB}`);
    expect(links).toEqual(['gw:p1>sw:up lldp-both', `sw:p2>${HUB} manual`]);
    expect(ids).toContain(HUB);
  });

  test('can be above the gateway', () =>
    expect(merge(createGraph('gw:p1>sw:up lldp-both'), [MODEM], `${MODEM}>gw:wan1`).links).toContain(
      `${MODEM}>gw:wan1 manual`,
    ));

  test('replaces the unknown device at its port', () => {
    const unknown = formatUnknownId('gw', 'p1');
    const graph = createGraph(
      `gw:p1>${unknown} forwarding`,
      `${unknown}>cam1:eth0 forwarding`,
      `${unknown}>cam2:eth0 lldp-one`,
    );
    const { ids, links } = merge(graph, [HUB], `gw:p1>${HUB}`);
    expect(links.toSorted()).toEqual([
      `gw:p1>${HUB} manual`,
      `${HUB}>cam1:eth0 forwarding`,
      `${HUB}>cam2:eth0 lldp-one`,
    ]);
    expect(ids).not.toContain(unknown);
  });

  test('replaces the neighbour that LLDP shows at its port', () => {
    const router = formatNeighbourId('00:00:5e:00:01:01');
    const inferred = createGraph(
      'gw:p1>sw:up lldp-both',
      `sw:p2>${router}:ge1 lldp-one`,
      `${router}>ap lldp-one`,
    );
    const { ids, links, unusedLinkIds } = merge(inferred, [HUB], `sw:p2>${HUB}`);
    expect(links).toEqual(['gw:p1>sw:up lldp-both', `${HUB}>ap lldp-one`, `sw:p2>${HUB} manual`]);
    expect(ids).not.toContain(router);
    expect(unusedLinkIds).toEqual([]);
  });

  test('replaces the neighbour above the root, or above devices of the unknown network', () => {
    const router = formatNeighbourId('00:00:5e:00:01:01');
    const top = createGraph(`${router}:ge1>gw:wan1 lldp-one`, `${router}:ge2>sw:p8 lldp-one`);
    expect(merge(top, [MODEM], `${MODEM}>gw:wan1`)).toMatchObject({
      links: [`${MODEM}>gw:wan1 manual`, `${MODEM}>sw:p8 lldp-one`],
      ids: expect.not.arrayContaining([router]),
      unusedLinkIds: [],
    });
    const lost = createGraph(
      `gw>${UNKNOWN_NETWORK_ID} none`,
      `${UNKNOWN_NETWORK_ID}>${router} none`,
      `${router}:ge2>sw:p8 lldp-one`,
    );
    expect(merge(lost, [HUB], `gw:p1>${HUB}`, `${HUB}>sw:p8`)).toMatchObject({
      links: [`${HUB}>sw:p8 manual`, `gw:p1>${HUB} manual`],
      ids: expect.not.arrayContaining([router, UNKNOWN_NETWORK_ID]),
      unusedLinkIds: [],
    });
  });

  test('does not replace the neighbour at another port of the root', () => {
    const router = formatNeighbourId('00:00:5e:00:01:01');
    const link = `${MODEM}>gw:wan2`;
    const { links, unusedLinkIds } = merge(createGraph(`${router}:ge1>gw:wan1 lldp-one`), [MODEM], link);
    expect(links).toEqual([`${router}:ge1>gw:wan1 lldp-one`]);
    expect(unusedLinkIds).toEqual([link]);
  });

  test('is above a device that forwarding tables show at its port', () =>
    expect(merge(createGraph('gw:p1>cam:eth0 forwarding'), [HUB], `gw:p1>${HUB}`).links.toSorted()).toEqual([
      `gw:p1>${HUB} manual`,
      `${HUB}>cam:eth0 forwarding`,
    ]));

  test('is not linked to a port at which LLDP shows a device', () => {
    const { ids, links, unusedLinkIds } = merge(createGraph('gw:p1>sw:up lldp-one'), [HUB], `gw:p1>${HUB}`);
    expect(links).toEqual(['gw:p1>sw:up lldp-one']);
    expect(unusedLinkIds).toEqual([`gw:p1>${HUB}`]);
    expect(ids).toContain(HUB);
  });

  test('may be below another manual device, in any order of the links', () => {
    const links = [`${HUB}>${SECOND}`, `gw:p1>${HUB}`];
    const texts = [`gw:p1>${HUB} manual`, `${HUB}>${SECOND} manual`];
    expect(merge(createGraph(), [HUB, SECOND], ...links).links).toEqual(texts);
    expect(merge(createGraph(), [HUB, SECOND], ...links.toReversed()).links).toEqual(texts);
  });

  test('with a second link closes a loop', () =>
    expect(merge(createGraph(), [HUB], `gw:p1>${HUB}`, `gw:p2>${HUB}`).further).toEqual([
      `gw:p2>${HUB} manual`,
    ]));
});

describe('a manual link of a device', () => {
  test('is used if there is no evidence of another one', () => {
    const graph = createGraph(`gw>${UNKNOWN_NETWORK_ID} none`, `${UNKNOWN_NETWORK_ID}>nvr none`);
    const { ids, links } = merge(graph, [], 'gw:p3>nvr:eth0');
    expect(links).toEqual(['gw:p3>nvr:eth0 manual']);
    expect(ids).not.toContain(UNKNOWN_NETWORK_ID);
  });

  test.each(['lldp-both', 'lldp-one', 'wireless', 'forwarding'])(
    'gives way to %s at another place',
    (trust) => {
      const { links, unusedLinkIds } = merge(createGraph(`gw:p1>nvr:eth0 ${trust}`), [], 'gw:p3>nvr:eth0');
      expect(links).toEqual([`gw:p1>nvr:eth0 ${trust}`]);
      expect(unusedLinkIds).toEqual(['gw:p3>nvr:eth0']);
    },
  );

  test('to a manual device is used if the evidence shows it behind the same port', () => {
    const graph = createGraph('gw:p1>sw:up lldp-both', 'sw:p4>nvr:eth0 forwarding');
    const { links, unusedLinkIds } = merge(graph, [HUB], `sw:p4>${HUB}`, `${HUB}>nvr:eth0`);
    expect(unusedLinkIds).toEqual([]);
    expect(links.slice(1).toSorted()).toEqual([`${HUB}>nvr:eth0 manual`, `sw:p4>${HUB} manual`].toSorted());
  });

  test('to a manual device gives way if the evidence shows it behind another port', () => {
    const graph = createGraph('gw:p1>sw:up lldp-both', 'sw:p5>nvr:eth0 forwarding');
    expect(merge(graph, [HUB], `sw:p4>${HUB}`, `${HUB}>nvr:eth0`).unusedLinkIds).toEqual([`${HUB}>nvr:eth0`]);
  });

  test('is not used if an end is no longer part of the network', () =>
    expect(merge(createGraph(), [], 'gw:p1>lost').unusedLinkIds).toEqual(['gw:p1>lost']));

  test.each([
    ['its own device', 'sw:p1>sw:p2'],
    ['a device below it', 'ap:p1>sw:p2'],
  ])('to %s is not used', (_title, text) => {
    const graph = createGraph(`${UNKNOWN_NETWORK_ID}>sw none`, 'sw:p3>ap:eth0 forwarding');
    expect(merge(graph, [], text).unusedLinkIds).toEqual([text]);
  });
});

test('manual links in a circle leave a tree', () => {
  const links = [`${HUB}>${SECOND}`, `${SECOND}>${HUB}`];
  expect(merge(createGraph(), [HUB, SECOND], ...links)).toMatchObject({
    links: [`${SECOND}>${HUB} manual`],
    unusedLinkIds: [`${HUB}>${SECOND}`],
  });
});
