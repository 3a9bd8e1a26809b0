import type { Device, DeviceBackhaul, MeshNode } from '@northlight/contract';
import { MAX_BACKHAUL_CANDIDATES, USABLE_BACKHAUL_DBM } from '@northlight/contract/device-protocol';
import { formatDbm } from '../../kit/format/index.ts';
import { isOffline } from '../stale-data.ts';

/** The preferred parent: a device of the project, or the MAC address of a node that was removed from it. */
export type PreferredNode = Pick<Device, 'id' | 'name' | 'mac' | 'state'> | { readonly mac: string };

/**
 * Returns why a node is connected to another node than the preferred one: `Connected to Hall, because …`. Returns
 * undefined while it is connected to the preferred one, and only the fact if the reported figures do not explain it.
 */
export function describePreference(preferred: PreferredNode, backhaul: DeviceBackhaul): string | undefined {
  const { candidates, parent } = backhaul;
  if (isNode(parent, preferred)) return undefined;
  const fact = `Connected to ${'id' in parent ? parent.name : parent.mac}`;
  const reason = findReason(preferred, candidates);
  return reason === undefined ? `${fact}.` : `${fact}, because ${reason}.`;
}

function findReason(preferred: PreferredNode, candidates: DeviceBackhaul['candidates']): string | undefined {
  if (!('id' in preferred)) return 'the project has no such node';
  const { name } = preferred;
  if (isOffline(preferred)) return `${name} is offline`;
  const seen = candidates.find(({ node }) => isNode(node, preferred));
  if (seen && seen.signalDbm < USABLE_BACKHAUL_DBM)
    return `${name} has only ${formatDbm(seen.signalDbm)} here`;
  // A full list can lack a node that the device receives.
  if (!seen && candidates.length < MAX_BACKHAUL_CANDIDATES) return `the node does not receive ${name}`;
  return undefined;
}

const isNode = (node: MeshNode, preferred: PreferredNode): boolean =>
  'id' in node ? 'id' in preferred && node.id === preferred.id : node.mac === preferred.mac;
