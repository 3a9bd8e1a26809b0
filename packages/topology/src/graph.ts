/**
 * Kinds of evidence for a link, most trusted first: LLDP at both ends, LLDP at one end, a wireless connection,
 * forwarding tables, the address table of the gateway, and a link that a user added. `none` links a device without
 * evidence to the unknown network.
 */
export const TRUST_LEVELS = ['lldp-both', 'lldp-one', 'wireless', 'forwarding', 'manual', 'none'] as const;
export type Trust = (typeof TRUST_LEVELS)[number];

export interface GraphNode {
  readonly id: string;
  /** `device` is a device or client of the evidence; a user added a manual device. */
  readonly kind: 'device' | 'unknown-device' | 'unknown-network' | 'manual-device';
}

export interface LinkEnd {
  readonly nodeId: string;
  /** Port of the node; absent if it is unknown. */
  readonly port?: string | undefined;
}

export interface GraphLink {
  readonly upper: LinkEnd;
  readonly lower: LinkEnd;
  readonly trust: Trust;
  /** False for a further link of two nodes that the tree does not need, such as one that spanning tree blocks. */
  readonly isInTree: boolean;
  /** True if other evidence of the same age and trust contradicts the link. */
  readonly isUncertain: boolean;
  /** Time of the latest evidence (ms since 1970); absent without evidence. */
  readonly seenAt?: number | undefined;
}

/** A network as a tree below its root, with the further links that close loops. */
export interface TopologyGraph {
  readonly rootId: string | undefined;
  readonly nodes: readonly GraphNode[];
  readonly links: readonly GraphLink[];
}

export const UNKNOWN_NETWORK_ID = 'unknown-network';

const UNKNOWN_PREFIX = 'unknown ';

/** Returns the id of the unknown device behind a port. */
export const formatUnknownId = (deviceId: string, port: string): string =>
  `${UNKNOWN_PREFIX}${deviceId} ${port}`;

/** Returns the id of an unknown device that neighbours report with a MAC address. */
export const formatNeighbourId = (mac: string): string => `${UNKNOWN_PREFIX}${mac}`;

/** Returns the MAC address in the id of an unknown device; undefined for one that only appears behind a port. */
export const findNeighbourMac = (id: string): string | undefined => {
  const mac = id.startsWith(UNKNOWN_PREFIX) ? id.slice(UNKNOWN_PREFIX.length) : '';
  return /^[\da-f]{2}(?::[\da-f]{2}){5}$/.test(mac) ? mac : undefined;
};

/** Returns true for the id of an unknown device, or of the unknown network. */
export const isUnknownId = (id: string): boolean =>
  id === UNKNOWN_NETWORK_ID || id.startsWith(UNKNOWN_PREFIX);

const MANUAL_PREFIX = 'manual ';

/** Returns the id of a manual device. */
export const formatManualId = (key: string): string => `${MANUAL_PREFIX}${key}`;

/** Returns true for the id of a manual device. */
export const isManualId = (id: string): boolean => id.startsWith(MANUAL_PREFIX);

/** Returns true for the id of a device or client of the evidence. */
export const isReportedId = (id: string): boolean => !isUnknownId(id) && !isManualId(id);

/** Returns the nearest end at a device of the evidence: above unknown and manual devices, but not the unknown network. */
export function findReportedEnd(
  end: LinkEnd,
  above: ReadonlyMap<string, Pick<GraphLink, 'upper'>>,
): LinkEnd | undefined {
  let at: LinkEnd | undefined = end;
  while (at && !isReportedId(at.nodeId))
    at = at.nodeId === UNKNOWN_NETWORK_ID ? undefined : above.get(at.nodeId)?.upper;
  return at;
}
