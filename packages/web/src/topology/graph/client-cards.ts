import type { OnlineClient } from '@northlight/contract';
import type { CardLine, DisplayGraph, TopologyCard } from './display-graph.ts';

/** Maximum number of clients of a device that are drawn; the last card states how many more there are. */
export const CLIENTS_MAX = 24;

type Client = Pick<OnlineClient, 'mac' | 'name' | 'ip' | 'band' | 'device' | 'online'>;

/** Adds the connected clients of some devices as cards below them. */
export function addClientCards(
  graph: DisplayGraph,
  clients: readonly Client[],
  expanded: ReadonlySet<string>,
): DisplayGraph {
  const own = Map.groupBy(
    clients.filter(({ device, online }) => online && expanded.has(device.id) && graph.cards.has(device.id)),
    ({ device }) => device.id,
  );
  const added = [...own].flatMap(([deviceId, list]) =>
    createCards(deviceId, list).map((card) => ({ card, line: createLine(deviceId, card.id) })),
  );
  if (added.length === 0) return graph;
  return {
    cards: new Map([...graph.cards, ...added.map(({ card }) => [card.id, card] as const)]),
    lines: [...graph.lines, ...added.map(({ line }) => line)],
    tree: {
      ...graph.tree,
      nodes: [...graph.tree.nodes, ...added.map(({ card: { id } }) => ({ id, kind: 'device' as const }))],
      links: [
        ...graph.tree.links,
        ...added.map(({ line: { lowerId, upperId } }) => ({
          upper: { nodeId: upperId },
          lower: { nodeId: lowerId },
          trust: 'none' as const,
          isInTree: true,
          isUncertain: false,
        })),
      ],
    },
  };
}

function createCards(deviceId: string, clients: readonly Client[]): readonly TopologyCard[] {
  const sorted = clients.toSorted((one, other) =>
    one.name.localeCompare(other.name, 'en', { numeric: true }),
  );
  const shown = clients.length > CLIENTS_MAX ? sorted.slice(0, CLIENTS_MAX - 1) : sorted;
  const cards = shown.map(({ band, ip, mac, name }): TopologyCard => ({
    id: `client ${mac}`,
    mac,
    symbol: 'client',
    title: name,
    note: [band ?? 'wired', ...(ip === undefined ? [] : [ip])].join(', '),
  }));
  if (shown.length === clients.length) return cards;
  const rest = clients.length - shown.length;
  return [
    ...cards,
    {
      id: `clients ${deviceId}`,
      symbol: 'client',
      title: `${rest} more clients`,
      note: 'see the client list',
    },
  ];
}

const createLine = (upperId: string, lowerId: string): CardLine => ({
  id: `${upperId} ${lowerId}`,
  upperId,
  lowerId,
  isInTree: true,
  label: '',
});
