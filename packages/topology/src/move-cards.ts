import type { TopologyGraph } from './graph.ts';
import type { CardPosition, Layout } from './layout.ts';

/**
 * Moves cards of a layout to where users put them. An offset is the distance from the top left corner of the card above,
 * or from the origin for a card without one. Cards below a moved card move with it.
 */
export function moveCards(
  { positions }: Pick<Layout, 'positions'>,
  graph: TopologyGraph,
  offsets: ReadonlyMap<string, CardPosition>,
): ReadonlyMap<string, CardPosition> {
  if (offsets.size === 0) return positions;
  const parents = findParentIds(graph);
  const moved = new Map<string, CardPosition>();
  const place = (id: string): CardPosition | undefined => {
    const known = moved.get(id);
    const own = positions.get(id);
    if (known || !own) return known;
    const parentId = parents.get(id);
    const parent = parentId === undefined ? undefined : place(parentId);
    const base = parentId === undefined ? undefined : positions.get(parentId);
    const from = parent ?? { x: 0, y: 0 };
    const offset = offsets.get(id) ?? { x: own.x - (base?.x ?? 0), y: own.y - (base?.y ?? 0) };
    const position = { x: from.x + offset.x, y: from.y + offset.y };
    moved.set(id, position);
    return position;
  };
  for (const id of positions.keys()) place(id);
  return moved;
}

/** Returns the node above each node. */
export function findParentIds({ links }: TopologyGraph): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const { isInTree, lower, upper } of links)
    if (isInTree && !parents.has(lower.nodeId)) parents.set(lower.nodeId, upper.nodeId);
  return parents;
}
