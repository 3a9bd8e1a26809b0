import type { DeviceVlans, Topology, TopologyLink } from '@northlight/contract';

/** A link as it is drawn: the links of a link aggregation are one link with the sum of their speeds. */
export interface DrawnLink extends TopologyLink {
  /** The links of the aggregation; absent for a single link. */
  readonly members?: readonly TopologyLink[];
}

/** Combines links between the same devices whose ports belong to one link aggregation at one of the ends. */
export function aggregateLinks(topology: Topology, devices: readonly DeviceVlans[]): Topology {
  const aggregations = new Map(
    devices.flatMap(({ deviceId, ports }) =>
      ports.flatMap(({ aggregation, id }) =>
        aggregation === undefined ? [] : [[`${deviceId} ${id}`, `${deviceId} ${aggregation}`] as const],
      ),
    ),
  );
  if (aggregations.size === 0) return topology;
  const findAggregation = ({ nodeId, port }: TopologyLink['upper']): string | undefined =>
    port === undefined ? undefined : aggregations.get(`${nodeId} ${port}`);
  const groups = Map.groupBy(topology.links, ({ id, lower, upper }) => {
    const aggregation = findAggregation(upper) ?? findAggregation(lower);
    // A further link can have its ends the other way round.
    const ends = [upper.nodeId, lower.nodeId].toSorted().join(' ');
    return aggregation === undefined ? id : `${aggregation} ${ends}`;
  });
  return { ...topology, links: [...groups.values()].flatMap(combine) };
}

function combine(members: readonly TopologyLink[]): DrawnLink[] {
  const [first] = members.toSorted((one, other) => Number(other.isInTree) - Number(one.isInTree));
  if (!first || members.length === 1) return [...members];
  const connected = members.flatMap(({ figures }) => (figures?.up === true ? [figures] : []));
  const speed = connected.reduce((sum, { speedMbps = 0 }) => sum + speedMbps, 0);
  return [
    {
      ...first,
      members,
      isUncertain: members.some(({ isUncertain }) => isUncertain),
      figures: first.figures && {
        ...first.figures,
        up: connected.length > 0,
        speedMbps: speed === 0 ? undefined : speed,
      },
    },
  ];
}

/** Lists the ports of a link at one of its nodes, of all members. */
export const listPortsAt = ({ members, ...link }: DrawnLink, nodeId: string): string[] =>
  (members ?? [link]).flatMap(
    ({ lower, upper }) => (upper.nodeId === nodeId ? upper.port : lower.port) ?? [],
  );
