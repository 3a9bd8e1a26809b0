import { INTERNET_ID, parsePositionKey, type Topology, type TopologyEditChange } from '@northlight/contract';
import { formatNodeName } from '../links/link-facts.ts';
import { MANUAL_TYPE_LABELS } from './manual-parts.ts';

const formatName = (id: string, topology: Topology): string =>
  id === INTERNET_ID ? 'Internet' : formatNodeName(id, topology);

/** Names the item of a change, such as `Position of Hall`. */
export function describeChange(change: TopologyEditChange, topology: Topology): string {
  switch (change.list) {
    case 'positions':
      return `Position of ${formatName(change.value?.nodeId ?? parsePositionKey(change.key).nodeId, topology)}`;
    case 'names':
      return 'Name of an unknown device';
    case 'hidden':
      return `Visibility of ${formatName(change.key, topology)}`;
    case 'root':
      return 'Root';
    case 'devices':
      return change.value?.name ?? formatName(change.key, topology);
    case 'links':
      return change.value ? `Link ${formatEnds(change.value, topology)}` : 'Link';
  }
}

/** Describes the value of a changed item, such as `moved 40 px to the right and 90 px down`. */
export function describeValue(change: TopologyEditChange, topology: Topology): string {
  switch (change.list) {
    case 'positions':
      return change.value
        ? `${change.value.x} px to the right, ${change.value.y} px down from the device above`
        : 'arranged automatically';
    case 'names':
      return change.value?.name ?? 'the announced name';
    case 'hidden':
      return change.value === null ? 'shown' : 'hidden';
    case 'root':
      return change.value === null ? 'the gateway' : formatName(change.value, topology);
    case 'devices':
      return change.value ? `${change.value.name}, ${MANUAL_TYPE_LABELS[change.value.type]}` : 'removed';
    case 'links':
      return change.value ? formatEnds(change.value, topology) : 'removed';
  }
}

type Link = Topology['edits']['links'][number];

const formatEnds = ({ lower, upper }: Pick<Link, 'lower' | 'upper'>, topology: Topology): string =>
  [upper, lower]
    .map(({ nodeId, port }) => `${formatName(nodeId, topology)}${port === undefined ? '' : ` ${port}`}`)
    .join(' – ');
