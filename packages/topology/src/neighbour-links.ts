import type { EvidenceDevice, NeighbourEvidence } from './evidence.ts';

/** A direct link by LLDP, as one or both of its devices report it. */
export interface NeighbourLink {
  readonly ends: readonly [NeighbourEnd, NeighbourEnd];
  readonly trust: 'lldp-both' | 'lldp-one';
  readonly at: number;
}
export interface NeighbourEnd {
  readonly device: EvidenceDevice;
  readonly port: string | undefined;
}

/**
 * Returns the links by LLDP, most trusted first, then newest. Each port has one link: a device that reports several
 * neighbours on a port, or a neighbour that has a more trusted link on its port, keeps the first of them. Ignores
 * devices that report themselves, and neighbours outside the site.
 */
export function listNeighbourLinks(
  devices: readonly EvidenceDevice[],
  neighbours: readonly NeighbourEvidence[],
): NeighbourLink[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const byMac = new Map(devices.map((device) => [device.mac, device]));
  const found = new Map<string, NeighbourLink>();
  for (const { at, deviceId, peerMac, peerPort, port } of neighbours) {
    const [device, peer] = [byId.get(deviceId), byMac.get(peerMac)];
    if (!device || !peer || device === peer) continue;
    const own: NeighbourEnd = { device, port };
    const other: NeighbourEnd = { device: peer, port: peerPort ?? findOnlyPort(peer) };
    const key = formatLinkKey(own, other);
    const reverse = found.get(key);
    if (!reverse) found.set(key, { ends: [own, other], trust: 'lldp-one', at });
    else if (reverse.ends[0].device !== device)
      found.set(key, {
        ends: [reverse.ends[0], own],
        trust: 'lldp-both',
        at: Math.max(reverse.at, at),
      });
  }
  const ordered = [...found.values()].toSorted(
    (one, other) =>
      Number(other.trust === 'lldp-both') - Number(one.trust === 'lldp-both') || other.at - one.at,
  );
  const taken = new Set<string>();
  return ordered.filter(({ ends }) => {
    const keys = ends.flatMap(({ device, port }) => (port === undefined ? [] : [`${device.id} ${port}`]));
    if (keys.some((key) => taken.has(key))) return false;
    for (const key of keys) taken.add(key);
    return true;
  });
}

/** Returns the port of a device that has one only. */
export const findOnlyPort = ({ ports }: EvidenceDevice): string | undefined =>
  ports.length === 1 ? ports[0]?.id : undefined;

/** Links of the same two devices on other ports are different links. */
const formatLinkKey = (one: NeighbourEnd, other: NeighbourEnd): string =>
  [one, other]
    .map(({ device, port }) => `${device.id} ${port ?? ''}`)
    .toSorted()
    .join('|');
