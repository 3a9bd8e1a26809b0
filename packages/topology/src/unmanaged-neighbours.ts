import type { EvidenceDevice, NeighbourEvidence } from './evidence.ts';
import { formatNeighbourId } from './graph.ts';
import type { Placement } from './placements.ts';

/** A place below a device: its port, or a place of its own if the port is not known. */
export interface Seat {
  /** Equal for everything behind the same port. */
  readonly key: string;
  readonly parentId: string;
  readonly port: string | undefined;
}

/** A neighbour that is not one of the site's devices. */
export interface UnmanagedNeighbour {
  readonly id: string;
  /** Undefined for a neighbour that is above devices without a place. */
  readonly seat: Seat | undefined;
  /** True for a neighbour above the root; its seat is the root's port. */
  readonly isAboveRoot: boolean;
  /** One report for each port, that of its seat first. */
  readonly reports: readonly PlacedReport[];
  /** Time of the latest report (ms since 1970). */
  readonly at: number;
}

export interface PlacedReport extends NeighbourEvidence {
  readonly seat: Seat | undefined;
  /** Kind of place that the report shows, best first. */
  readonly rank: Rank;
}

/**
 * Ranks of reports: from the uplink of the root, from a port that leads away from the root, from another uplink, and from
 * devices without a place.
 */
export const RANKS = { aboveRoot: 0, below: 1, between: 2, belowLost: 3, aboveLost: 4 } as const;
type Rank = (typeof RANKS)[keyof typeof RANKS];

/** The devices of a site with their places below the root. */
export interface PlacedSite {
  readonly devices: readonly EvidenceDevice[];
  readonly neighbours: readonly NeighbourEvidence[];
  readonly placements: ReadonlyMap<string, Placement>;
  readonly rootId: string | undefined;
}

/** Lists the reports about neighbours that are not among the devices, without clients and what is outside the site. */
export function listUnmanagedReports({
  devices,
  neighbours,
}: Pick<PlacedSite, 'devices' | 'neighbours'>): NeighbourEvidence[] {
  const macs = new Set(devices.map(({ mac }) => mac));
  const ids = new Set(devices.map(({ id }) => id));
  return neighbours.filter(
    ({ deviceId, peerMac, unmanaged }) =>
      unmanaged !== 'hidden' && ids.has(deviceId) && !macs.has(peerMac) && peerMac !== '',
  );
}

/** Returns the place of a device below another one. */
export const findSeat = (id: string, { parentId, port, trust }: Placement): Seat => ({
  key: port === undefined || trust === 'wireless' ? `${parentId}  ${id}` : `${parentId} ${port}`,
  parentId,
  port,
});

/**
 * Lists the neighbours that are not managed, each at one place: above the root; at a port that leads away from the root;
 * between a device that reports it at its uplink and the device above that; or above devices without a place.
 */
export function listUnmanagedNeighbours(site: PlacedSite): UnmanagedNeighbour[] {
  const byMac = Map.groupBy(listUnmanagedReports(site), ({ peerMac }) => peerMac);
  return [...byMac]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([mac, own]) => {
      const byPort = new Map(own.map((report) => [`${report.deviceId} ${report.port}`, report]));
      const reports = [...byPort]
        .map(([key, report]) => ({
          ...placeReport(report, site),
          key,
          depth: getDepth(report.deviceId, site),
        }))
        .toSorted(
          (one, other) => one.rank - other.rank || one.depth - other.depth || (one.key < other.key ? -1 : 1),
        );
      return {
        id: formatNeighbourId(mac),
        seat: reports[0]?.seat,
        isAboveRoot: reports[0]?.rank === RANKS.aboveRoot,
        reports,
        at: Math.max(...own.map(({ at }) => at)),
      };
    });
}

function placeReport(report: NeighbourEvidence, { placements, rootId }: PlacedSite): PlacedReport {
  const { deviceId, port, unmanaged } = report;
  const placement = placements.get(deviceId);
  const isLost = placement === undefined && deviceId !== rootId;
  const isUplink =
    placement?.trust !== 'wireless' &&
    (placement?.ownPort === undefined ? unmanaged === 'above' : placement.ownPort === port);
  const own: Seat = { key: `${deviceId} ${port}`, parentId: deviceId, port };
  if (!isUplink) return { ...report, seat: own, rank: isLost ? RANKS.belowLost : RANKS.below };
  if (placement) return { ...report, seat: findSeat(deviceId, placement), rank: RANKS.between };
  return isLost
    ? { ...report, seat: undefined, rank: RANKS.aboveLost }
    : { ...report, seat: own, rank: RANKS.aboveRoot };
}

/** Counts the devices above a device. */
function getDepth(id: string, { placements }: PlacedSite): number {
  const passed = new Set<string>();
  for (let at = placements.get(id); at && !passed.has(at.parentId); at = placements.get(at.parentId))
    passed.add(at.parentId);
  return passed.size;
}
