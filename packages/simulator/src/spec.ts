import type { Position } from './air/air-site.ts';
import type { Building } from './building/building.ts';
import type { Credential } from '@northlight/agent';
import { findCapabilities } from '@northlight/contract';
import type { Capabilities, DeviceConfig, StatMessage } from '@northlight/contract/device-protocol';
import type { AttachPoint } from './crowd.ts';

/** A port of a device by its serial number, or of an unmanaged switch by its id. */
export interface PortSpec {
  readonly sn: string;
  readonly port: string;
}

/**
 * A switch without management: it forwards frames, but has no address and reports nothing, so that no project contains it.
 */
export interface UnmanagedSwitchSpec {
  readonly id: string;
  readonly uplink: PortSpec;
  /** True if it forwards LLDP like other frames, as most do; false if it drops LLDP. */
  readonly forwardsLldp: boolean;
}

/** A simulated device as plain data; also used to fill a database. */
export interface DeviceSpec {
  readonly sn: string;
  readonly mac: string;
  readonly model: string;
  /** Capabilities of a device that differ from those of its model; absent for those of the model. */
  readonly caps?: Capabilities;
  /** Software that runs at the start; absent for that of all simulated devices. */
  readonly software?: string;
  readonly name: string;
  /** Uplink device and its port; absent for the topmost device of the site. */
  readonly uplink?: PortSpec;
  /** Own port of the uplink cable; by default the uplink port of the model. */
  readonly uplinkPort?: string;
  /** False for a device that neither sends nor receives LLDP; by default true except for cameras and recorders. */
  readonly hasLldp?: boolean;
  readonly vlan: number;
  readonly ip: string;
  /** True if the VLANs of the site cannot disconnect the device, because its way to the cloud does not depend on them. */
  readonly isReachable?: true;
  readonly meshRole?: 'primary' | 'secondary';
  /** Distance between a bridge client and its base. */
  readonly bridgeMetres?: number;
  /** Cloud code that was entered on the device. Its hello contains the code until the device is claimed. */
  readonly cloudCode?: string;
}

/** A wireless client, or a wired one with a fixed port. */
export interface ClientSpec {
  readonly mac: string;
  readonly name: string;
  /** Absent for a client without an address. */
  readonly ip?: string;
  readonly vlan: number;
  readonly ssid?: string;
  /** Radio to which a wireless client connects while it can; by default to any that broadcasts its SSID. */
  readonly home?: Required<Pick<AttachPoint, 'sn' | 'band'>>;
  /** Port of a wired client; absent for a wireless one. */
  readonly port?: PortSpec;
  /** Id of the unmanaged switch at that port to which its cable goes; absent for a cable to the port itself. */
  readonly behind?: string;
  /**
   * True for a wired client that tags its frames with its VLAN, false if its port decides about the VLAN; absent if only a
   * port with another PVID than that of the factory does.
   */
  readonly isTagged?: boolean;
  /** True for a client that sends frames about once an hour only, so that switches forget it in between. */
  readonly isQuiet?: true;
}

/** Curve of client presence over the site's day. */
export type DayKind = 'hotel' | 'home' | 'steady';

export interface SiteSpec {
  readonly name: string;
  readonly seed: number;
  /** Offset of the site's local time from UTC in hours. */
  readonly zoneHours: number;
  readonly day: DayKind;
  readonly devices: readonly DeviceSpec[];
  readonly clients: readonly ClientSpec[];
  readonly unmanagedSwitches?: readonly UnmanagedSwitchSpec[];
  /** Cables besides the uplinks, which close loops. */
  readonly crossCables?: readonly (readonly [PortSpec, PortSpec])[];
  /** Factory-new mesh nodes in range of the primary node, which a project can add. */
  readonly spares?: readonly DeviceSpec[];
  /** Walls and places of access points, which decide the signals of their clients. */
  readonly building?: Building;
  /** Places of further devices; those without a place are along a corridor. */
  readonly places?: ReadonlyMap<string, Position>;
  /** True if there are radars near the site, which radios of 5 GHz detect about once a week. */
  readonly hasRadar?: true;
  /** True if ports drop frames of VLANs that their configuration does not carry; otherwise each cable carries all VLANs. */
  readonly hasVlans?: true;
  /** True if every device is at a place of its own, far from the others. */
  readonly isScattered?: true;
}

/** Figures that a site computes from several devices. */
export type SiteFigures = Pick<StatMessage, 'backhaul' | 'bridge' | 'dhcpPools' | 'recorder'>;

/**
 * Credentials of a device: its secret for the first contact, or an existing credential. A mesh node with a claim code
 * gives it to a primary node that searches for nodes.
 */
export interface DeviceAccess {
  readonly secret?: string;
  readonly claimCode?: string;
  readonly credential?: Credential;
}

/** Returns the capabilities of a device; undefined for an unknown model. */
export const getCapabilities = ({
  caps,
  model,
}: Pick<DeviceSpec, 'caps' | 'model'>): Capabilities | undefined => caps ?? findCapabilities(model);

/** Returns the address of a device with a configuration. Over DHCP, it keeps its address of the site. */
export function getAddress(
  { ip, vlan }: Pick<DeviceSpec, 'ip' | 'vlan'>,
  { management }: DeviceConfig,
): Pick<DeviceSpec, 'ip' | 'vlan'> {
  return { ip: management?.mode === 'static' ? management.ip : ip, vlan: management?.vlanId ?? vlan };
}
