import type { DeviceVlans, TopologyLink } from '@northlight/contract';

type Port = DeviceVlans['ports'][number];

const findPort = ({ nodeId, port }: TopologyLink['upper'], vlans: readonly DeviceVlans[]): Port | undefined =>
  vlans.find(({ deviceId }) => deviceId === nodeId)?.ports.find(({ id }) => id === port);

/** Writes the VLANs of a port: `1 untagged; 20, 30 tagged`. */
function formatVlans({ tagged, untagged }: Port): string {
  const format = (ids: readonly number[], kind: string) =>
    ids.length === 0 ? [] : [`${ids.join(', ')} ${kind}`];
  return [...format(untagged, 'untagged'), ...format(tagged, 'tagged')].join('; ') || 'None';
}

/**
 * Returns the VLANs of both ends of a link as the applied configuration sets them, with their labels. Omits ends whose
 * device sets no VLANs, such as access points. VLANs tagged at one end alone are named, because their frames are lost.
 */
export function listVlanFacts(
  { lower, upper }: Pick<TopologyLink, 'lower' | 'upper'>,
  vlans: readonly DeviceVlans[],
): { readonly label: string; readonly value: string }[] {
  const [above, below] = [findPort(upper, vlans), findPort(lower, vlans)];
  if (!above || !below) {
    const known = above ?? below;
    return known
      ? [{ label: above ? 'VLANs, upper end' : 'VLANs, lower end', value: formatVlans(known) }]
      : [];
  }
  const [one, other] = [formatVlans(above), formatVlans(below)];
  const lost = findOneSided(above, below);
  return [
    ...(one === other
      ? [{ label: 'VLANs', value: one }]
      : [
          { label: 'VLANs, upper end', value: one },
          { label: 'VLANs, lower end', value: other },
        ]),
    ...(lost.length === 0 ? [] : [{ label: 'VLAN mismatch', value: `VLAN ${lost.join(', ')}` }]),
  ];
}

/** Lists the VLANs that only one of two ports sends tagged, in ascending order. */
const findOneSided = (one: Port, other: Port): number[] =>
  [...new Set(one.tagged).symmetricDifference(new Set(other.tagged))].toSorted((a, b) => a - b);
