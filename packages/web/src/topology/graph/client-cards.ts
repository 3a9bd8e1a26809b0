import type { OnlineClient } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
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

const NONE: ReadonlySet<string> = new Set();

/** The devices whose clients are shown as cards. Clients of the past are not known. */
export function useClientCards(at: string | undefined) {
  const { id: projectId } = useProject();
  const [chosen, setChosen] = useState(NONE);
  const expanded = at === undefined ? chosen : NONE;
  const { data } = useQuery({
    ...createQuery('clientList', { params: { projectId } }),
    enabled: expanded.size > 0,
  });
  const toggle = useCallback(
    (deviceId: string) => setChosen((before) => before.symmetricDifference(new Set([deviceId]))),
    [],
  );
  return useMemo(
    () => ({
      expanded,
      toggle,
      add: (graph: DisplayGraph): DisplayGraph => addClientCards(graph, data?.items ?? [], expanded),
    }),
    [data, expanded, toggle],
  );
}
