import type { TopologyChange } from '@northlight/contract';
import { isUnknownId } from '@northlight/topology';

type End = NonNullable<TopologyChange['to']>;

const formatEnd = ({ name, nodeId, port }: End): string => {
  const device = name ?? (isUnknownId(nodeId) ? 'an unknown device' : 'a removed device');
  return port === undefined ? device : `${device}, port ${port}`;
};

/** Describes a change of the network in a sentence. */
export function formatChange({ from, kind, name = 'A device', to }: TopologyChange): string {
  switch (kind) {
    case 'device-added':
      return `${name} was added to the project.`;
    case 'device-removed':
      return `${name} was removed from the project.`;
    case 'connected':
      return `${name} was connected to ${to ? formatEnd(to) : 'the network'}.`;
    case 'disconnected':
      return `${name} is no longer connected to ${from ? formatEnd(from) : 'the network'}.`;
    case 'moved':
      return `${name} moved from ${from ? formatEnd(from) : 'an unknown place'} to ${to ? formatEnd(to) : 'an unknown place'}.`;
    case 'went-offline':
      return `${name} went offline.`;
    case 'came-online':
      return `${name} came online.`;
  }
}

/** Writes how many changes of each kind there are, those of the wiring first: `1 removed, 2 moved, 3 went offline`. */
export function summarizeChanges(changes: readonly TopologyChange[]): string {
  const LABELS: Readonly<Record<TopologyChange['kind'], string>> = {
    'device-added': 'added',
    'device-removed': 'removed',
    connected: 'connected',
    disconnected: 'disconnected',
    moved: 'moved',
    'went-offline': 'went offline',
    'came-online': 'came online',
  };
  const counts = Map.groupBy(changes, ({ kind }) => LABELS[kind]);
  return Object.values(LABELS)
    .flatMap((label) => {
      const count = counts.get(label)?.length;
      return count === undefined ? [] : [`${count} ${label}`];
    })
    .join(', ');
}
