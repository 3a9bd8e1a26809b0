import type {
  ApplicationStat,
  BackhaulStat,
  BridgeStat,
  Capabilities,
  DeviceConfig,
  DhcpPoolStat,
  RadioStat,
  StatMessage,
  WanStat,
} from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { LeaseStore } from '../backup/backup-handlers.ts';
import type { ClientSource } from '../collect/client-watch.ts';
import type { PortExtras } from '../collect/host-figures.ts';
import type { Topology } from '../collect/topology-watch.ts';
import type { CommandHandlers } from '../commands/index.ts';
import type { LinkLog } from '../link/index.ts';
import type { DeviceSystem } from './linux-driver.ts';
import type { LldpNeighbour } from '../system/lldp-neighbours.ts';
import type { RunProgram } from '../system/run.ts';

/** Services shared by all kinds of devices. */
export interface KindPartsServices {
  readonly run: RunProgram;
  readonly clock: Clock;
  readonly log: LinkLog;
  /** Returns the LLDP neighbours of the last read. */
  readonly neighbours: () => readonly LldpNeighbour[];
}

/** Parts of the agent that differ between a gateway, a switch and an access point. */
export interface KindParts<A> {
  readonly system: DeviceSystem<A> & {
    /** Stops the daemons that keep running after the agent has ended. */
    stopDaemons(): Promise<void>;
  };
  /** Capabilities of the model, reduced to those of this machine and its programs. */
  readonly caps: Capabilities;
  /** Handlers for commands of this kind of device, in addition to the common ones. */
  readonly handlers: CommandHandlers;
  readonly lldpKind: 'bridge' | 'router';
  /** Name of the interface towards the cloud. */
  readonly uplink: string;
  /** Reads the device's IP address on its interface towards the cloud; by default the address of `uplink`. */
  readonly address?: () => Promise<string | undefined>;
  /** Returns the LAN-side addresses of the device under this configuration. */
  readonly localAddresses: (running: DeviceConfig) => Promise<readonly string[]>;
  readonly clients: ClientSource & Partial<Disposable>;
  readonly portExtras?: () => Promise<PortExtras>;
  readonly radioFigures?: () => Promise<RadioStat[]>;
  /** Returns the Wi-Fi networks that the radios receive and the channels, after each scan; undefined between scans. */
  readonly nearbyNetworks?: (
    radios: readonly RadioStat[],
  ) => Promise<Pick<StatMessage, 'nearbyChannels' | 'nearbyNetworks'> | undefined>;
  /** Reads the state of the WAN ports; present only on gateways. */
  readonly wanFigures?: () => Promise<WanStat[]>;
  /** Reads the use of the DHCP pools of this configuration; present only on gateways. */
  readonly dhcpPools?: (running: DeviceConfig) => Promise<DhcpPoolStat[]>;
  /**
   * Reads the bytes between clients and the internet by application; present only on gateways that count
   * them.
   */
  readonly applications?: () => Promise<ApplicationStat[] | undefined>;
  /** Leases of the DHCP server; present only on gateways. */
  readonly leases?: LeaseStore;
  /** Role that a mesh node reports. */
  readonly meshRole?: 'primary' | 'secondary';
  /** Reads the connection of a mesh node to its parent; undefined while it has none. */
  readonly backhaul?: () => Promise<BackhaulStat | undefined>;
  /** Reads the state of a bridge's end of its link; undefined without a link. */
  readonly bridge?: () => Promise<BridgeStat | undefined>;
  readonly topology: () => Promise<Omit<Topology, 'lldp'>>;
  /** Stops the measurements of the WAN ports. */
  readonly dispose?: () => PromiseLike<void>;
  /** Calls `onChange` when figures or neighbours may have changed. */
  readonly watch?: (onChange: () => void) => Promise<Disposable & { readonly ended: boolean }>;
}
