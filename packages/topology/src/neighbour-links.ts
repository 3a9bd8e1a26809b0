import type { EvidenceDevice, NeighbourEvidence, UplinkEvidence } from './evidence.ts';

/** A direct link by LLDP, or by the uplink that a device names, as one or both of its devices report it. */
export interface NeighbourLink {
  readonly ends: readonly [NeighbourEnd, NeighbourEnd];
  readonly trust: 'lldp-both' | 'lldp-one';
  readonly at: number;
  /** The device that names the other one as its uplink, if one does. */
  readonly namedBy?: EvidenceDevice | undefined;
}
export interface NeighbourEnd {
  readonly device: EvidenceDevice;
  readonly port: string | undefined;
}

/** One device's report of a link, with itself as the first end. */
type LinkReport = Omit<NeighbourLink, 'trust'>;

/**
 * Returns the direct links, most trusted first, then newest. Each port has one link: a device that has reported several
 * neighbours on a port, or a neighbour that has a more trusted link on its port, keeps the first of them. Only links that
 * both ends report, uplinks that several devices name, and neighbours in one report can share a port, over an unmanaged switch. Ignores devices that
 * report themselves, and neighbours outside the site.
 */
export function listNeighbourLinks(
  devices: readonly EvidenceDevice[],
  neighbours: readonly NeighbourEvidence[],
  uplinks: readonly UplinkEvidence[],
): NeighbourLink[] {
  const byPair = new Map<string, NeighbourLink[]>();
  for (const report of listReports(devices, neighbours, uplinks)) {
    const key = report.ends
      .map(({ device }) => device.id)
      .toSorted()
      .join(' ');
    const known = byPair.get(key) ?? [];
    byPair.set(key, known);
    const index = known.findIndex((link) => isSameLink(link, report));
    const same = known[index];
    if (same) known[index] = mergeReport(same, report);
    else known.push({ ...report, trust: 'lldp-one' });
  }
  const ordered = [...byPair.values()]
    .flat()
    .toSorted(
      (one, other) =>
        Number(other.trust === 'lldp-both') - Number(one.trust === 'lldp-both') || other.at - one.at,
    );
  const together = countTogether(devices, neighbours);
  const taken = new Set<string>();
  return ordered.filter(({ at, ends, namedBy, trust }) => {
    const keys = ends.flatMap(({ device, port }) =>
      port === undefined ? [] : [{ key: `${device.id} ${port}`, device }],
    );
    const isTaken = keys.some(
      ({ device, key }) =>
        taken.has(key) && (!namedBy || namedBy === device) && (together.get(`${key} ${at}`) ?? 0) < 2,
    );
    if (isTaken && trust !== 'lldp-both') return false;
    for (const { key } of keys) taken.add(key);
    return true;
  });
}

/**
 * Counts the neighbours that a device reports at one port at the same time: several are behind an unmanaged switch there. A
 * device with one port is itself behind that switch.
 */
function countTogether(
  devices: readonly EvidenceDevice[],
  neighbours: readonly NeighbourEvidence[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const single = new Set(devices.filter((device) => findOnlyPort(device) !== undefined).map(({ id }) => id));
  for (const { at, deviceId, port } of neighbours) {
    if (single.has(deviceId)) continue;
    const key = `${deviceId} ${port} ${at}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Lists the reports about links inside the site. Those of LLDP come first, because they name more ports. */
function listReports(
  devices: readonly EvidenceDevice[],
  neighbours: readonly NeighbourEvidence[],
  uplinks: readonly UplinkEvidence[],
): LinkReport[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const byMac = new Map(devices.map((device) => [device.mac, device]));
  const cables = uplinks.filter(({ isWireless }) => !isWireless);
  const findPort = (device: EvidenceDevice | undefined): string | undefined => device && findOnlyPort(device);
  const portsAbove = new Set(
    cables.map(({ parentMac, parentPort }) => `${parentMac} ${parentPort ?? findPort(byMac.get(parentMac))}`),
  );
  /** The only port of a device does not lead to its uplink if another device is connected to it. */
  const findUplinkPort = (device: EvidenceDevice): string | undefined => {
    const only = findOnlyPort(device);
    return portsAbove.has(`${device.mac} ${only}`) ? undefined : only;
  };
  return [
    ...neighbours.map(({ peerMac: mac, ...own }) => ({ ...own, mac, isUplink: false })),
    ...cables.map(({ ownPort: port, parentMac: mac, parentPort: peerPort, ...own }) => ({
      ...own,
      mac,
      port,
      peerPort,
      isUplink: true,
    })),
  ].flatMap(({ at, deviceId, isUplink, mac, peerPort, port }) => {
    const [device, peer] = [byId.get(deviceId), byMac.get(mac)];
    if (!device || !peer || device === peer) return [];
    return [
      {
        at,
        namedBy: isUplink ? device : undefined,
        ends: [
          { device, port: port ?? (isUplink ? findUplinkPort(device) : findOnlyPort(device)) },
          { device: peer, port: peerPort ?? findOnlyPort(peer) },
        ],
      },
    ];
  });
}

/** Links of the same two devices on other ports are different links; an unknown port can be any of them. */
function isSameLink({ ends }: NeighbourLink, report: LinkReport): boolean {
  return ends.every(({ device, port }) => {
    const reported = report.ends.find((end) => end.device === device)?.port;
    return port === undefined || reported === undefined || port === reported;
  });
}

function mergeReport({ at, ends, namedBy, trust }: NeighbourLink, report: LinkReport): NeighbourLink {
  const fill = (end: NeighbourEnd): NeighbourEnd => ({
    device: end.device,
    port: end.port ?? report.ends.find(({ device }) => device === end.device)?.port,
  });
  return {
    ends: [fill(ends[0]), fill(ends[1])],
    trust: ends[0].device === report.ends[0].device ? trust : 'lldp-both',
    at: Math.max(at, report.at),
    namedBy: namedBy ?? report.namedBy,
  };
}

/** Returns the port of a device that has one only. */
export const findOnlyPort = ({ ports }: EvidenceDevice): string | undefined =>
  ports.length === 1 ? ports[0]?.id : undefined;
