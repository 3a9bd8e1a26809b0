import { type Topology, type TopologyEditChange, INTERNET_ID } from '@northlight/contract';
import { formatNodeName } from '../link-facts.ts';

/** Names the item of a change, such as `Position of Hall`. */
export function describeChange(change: TopologyEditChange, topology: Topology): string {
  const format = (id: string): string => (id === INTERNET_ID ? 'Internet' : formatNodeName(id, topology));
  switch (change.kind) {
    case 'position':
      return `Position of ${format(change.nodeId)}`;
    case 'name':
      return 'Name of an unknown device';
    case 'hidden':
      return `Visibility of ${format(change.nodeId)}`;
    case 'root':
      return 'Root';
    case 'device':
      return change.value?.name ?? format(change.id);
    case 'link': {
      if (!change.value) return 'Link';
      const { lower, upper } = change.value;
      return `Link ${format(upper.nodeId)} – ${format(lower.nodeId)}`;
    }
  }
}
