/** Reports of a site's devices about their links. All MAC addresses are in lower case with colons. */

export interface EvidencePort {
  readonly id: string;
  /** False for a port without a link; undefined if it is unknown. */
  readonly up?: boolean | undefined;
}

/** A device or client of the site. */
export interface EvidenceDevice {
  readonly id: string;
  readonly mac: string;
  /** Ports of a managed device; empty for clients and devices that report none. */
  readonly ports: readonly EvidencePort[];
}

/** A neighbour that a device received by LLDP. */
export interface NeighbourEvidence {
  readonly deviceId: string;
  readonly port: string;
  readonly peerMac: string;
  readonly peerPort?: string | undefined;
  /**
   * What the peer is if it is none of the site's devices: `above` the device, at an uplink; `hidden` because it is a client
   * or outside the site. Otherwise it is below the device.
   */
  readonly unmanaged?: 'above' | 'hidden' | undefined;
  /** Time of the latest report (ms since 1970). */
  readonly at: number;
}

/** A MAC address that a device learned at one of its ports. */
export interface ForwardingEvidence {
  readonly deviceId: string;
  readonly port: string;
  readonly mac: string;
  readonly at: number;
}

/** The device above, as a device itself names it: of a cable, or of its mesh backhaul, bridge link or Wi-Fi connection. */
export interface UplinkEvidence {
  readonly deviceId: string;
  readonly parentMac: string;
  readonly isWireless: boolean;
  /** True for a bridge link, whose base can also be the end that is away from the root. */
  readonly isBridgeLink?: boolean | undefined;
  /** Ports of a cable, where they are known. */
  readonly ownPort?: string | undefined;
  readonly parentPort?: string | undefined;
  readonly at: number;
}

export interface Evidence {
  /** The gateway, or the device that the user chose as the root; `chooseRoot` finds one where there is no gateway. */
  readonly rootId: string | undefined;
  readonly devices: readonly EvidenceDevice[];
  readonly neighbours: readonly NeighbourEvidence[];
  readonly forwarding: readonly ForwardingEvidence[];
  readonly uplinks: readonly UplinkEvidence[];
}
