import {
  type CardOffset,
  formatPositionKey,
  type LayoutDirection,
  TOPOLOGY_DOCUMENT,
  type TopologyEditChange,
  type TopologyEdits,
} from '@northlight/contract';

const { remove } = TOPOLOGY_DOCUMENT;

/** Returns the changes that remove a manual device with its links and positions. */
export const createRemoval = ({ links, positions }: TopologyEdits, id: string): TopologyEditChange[] => [
  remove('devices', id),
  ...links
    .filter(({ lower, upper }) => lower.nodeId === id || upper.nodeId === id)
    .map((link) => remove('links', link.id)),
  ...positions
    .filter(({ nodeId }) => nodeId === id)
    .map((position) => remove('positions', formatPositionKey(position))),
];

/** Returns the positions of a direction by node. */
export const listOffsets = (
  { positions }: TopologyEdits,
  direction: LayoutDirection,
): ReadonlyMap<string, CardOffset> =>
  new Map(
    positions.flatMap((each) =>
      each.direction === direction ? [[each.nodeId, { x: each.x, y: each.y }] as const] : [],
    ),
  );
