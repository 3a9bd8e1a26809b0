import type { Topology, TopologyCause, TopologyLink } from '@northlight/contract';
import { isUnknownId, UNKNOWN_NETWORK_ID } from '@northlight/topology';
import { type DrawnLink, listPortsAt } from '../graph/aggregated-links.ts';
import { formatUnknownName } from '../graph/card-kinds.ts';
import { formatRate } from '../../kit/format/index.ts';

/** Names of the kinds of evidence. */
export const EVIDENCE_LABELS: Readonly<Record<TopologyLink['evidence'], string>> = {
  'lldp-both': 'LLDP at both ends',
  'lldp-one': 'LLDP at one end',
  wireless: 'Wireless connection',
  forwarding: 'Forwarding tables',
  manual: 'Added by hand',
  none: 'None: no device reports this link',
};
const CAUSES: Readonly<Record<TopologyCause['kind'], (name: string) => string>> = {
  report: (name) => `${name} reported it`,
  'device-added': (name) => `${name} was added to the project`,
  'device-removed': (name) => `${name} was removed from the project`,
  'device-changed': (name) => `the role or the address of ${name} changed`,
  edited: () => 'a user edited the network',
};
const STP: Readonly<Record<string, string>> = {
  forwarding: 'Forwarding',
  learning: 'Learning',
  discarding: 'Blocked: it closes a loop',
  disabled: 'Off',
};

/** Returns the name of a node, as cards show it. */
export function formatNodeName(id: string, { nodes }: Topology): string {
  if (id === UNKNOWN_NETWORK_ID) return 'Unknown network';
  const node = nodes.find((each) => each.id === id);
  return isUnknownId(id) ? formatUnknownName(node ?? {}) : (node?.name ?? 'Removed device');
}

/** Writes an end of a link, such as `Core-1, port p3` or `Core-1, ports p3 and p4`. */
export function formatEnd(link: DrawnLink, end: 'upper' | 'lower', topology: Topology): string {
  const { nodeId } = link[end];
  const ports = listPortsAt(link, nodeId);
  const named = ports.length === 0 ? [] : [`${ports.length > 1 ? 'ports' : 'port'} ${ports.join(' and ')}`];
  return [formatNodeName(nodeId, topology), ...named].join(', ');
}

/** Writes the ports and the speed of each member of a link aggregation. */
const formatMembers = (members: readonly TopologyLink[]): string =>
  members
    .map(({ figures, lower, upper }) =>
      [`${upper.port ?? '?'} – ${lower.port ?? '?'}`, formatSpeed(figures) ?? 'speed not reported'].join(
        ': ',
      ),
    )
    .join('; ');

export const formatLinkTitle = ({ lower, upper }: TopologyLink, topology: Topology): string =>
  `${formatNodeName(upper.nodeId, topology)} – ${formatNodeName(lower.nodeId, topology)}`;

/** Describes the cause of a new link or of a change, such as `Core-1 reported it`. */
export const formatCause = ({ deviceId = '', kind }: TopologyCause, topology: Topology): string =>
  CAUSES[kind](formatNodeName(deviceId, topology));

/** Returns the facts of a link that need no further data, with their labels. */
export function listLinkFacts(
  link: DrawnLink,
  topology: Topology,
): { readonly label: string; readonly value: string }[] {
  const { begunBy, evidence, figures, isUncertain, members } = link;
  const fact = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }]);
  return [
    ...fact('Upstream', formatEnd(link, 'upper', topology)),
    ...fact('Downstream', formatEnd(link, 'lower', topology)),
    ...fact('Speed', formatSpeed(figures)),
    ...fact('Aggregation', members && formatMembers(members)),
    ...fact('PoE', figures?.poeWatts === undefined ? undefined : `${figures.poeWatts.toFixed(1)} W`),
    ...fact('Spanning tree', figures?.stp && STP[figures.stp]),
    ...fact(
      'Evidence',
      isUncertain
        ? `${EVIDENCE_LABELS[evidence]}, contradicted by other evidence`
        : EVIDENCE_LABELS[evidence],
    ),
    ...(begunBy?.kind === 'report'
      ? fact('First seen by', formatNodeName(begunBy.deviceId ?? '', topology))
      : fact('Began when', begunBy && formatCause(begunBy, topology))),
  ];
}

function formatSpeed(figures: TopologyLink['figures']): string | undefined {
  if (!figures) return undefined;
  if (!figures.up) return 'No link';
  if (!figures.speedMbps) return 'Unknown';
  const speed = formatRate(figures.speedMbps * 1000).replace('.0 ', ' ');
  return figures.duplex ? `${speed}, ${figures.duplex} duplex` : speed;
}
