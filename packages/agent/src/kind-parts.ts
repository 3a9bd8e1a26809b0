import type {
  ApplicationStat,
  Capabilities,
  DeviceConfig,
  RadioStat,
  WanStat,
} from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { ClientSource } from './collect/client-watch.ts';
import type { PortExtras } from './collect/host-figures.ts';
import type { Topology } from './collect/topology-watch.ts';
import type { CommandHandlers } from './commands/index.ts';
import type { LinkLog } from './link/index.ts';
import type { DeviceSystem } from './linux-driver.ts';
import type { LldpNeighbour } from './system/lldp-neighbours.ts';
import type { Run } from './system/run.ts';

/** Services shared by all kinds of devices. */
export interface KindPartsServices {
  readonly run: Run;
  readonly clock: Clock;
  readonly log: LinkLog;
  /** The LLDP neighbours read last. */
  readonly neighbours: () => readonly LldpNeighbour[];
}

/** The parts of the agent that are specific to a gateway, switch or access point. */
export interface KindParts<A> {
  readonly system: DeviceSystem<A> & {
    /** Stops the daemons that outlive the agent. */
    stopDaemons(): Promise<void>;
  };
  /** The model's capabilities, reduced to those of this machine and its programs. */
  readonly caps: Capabilities;
  /** Commands of this kind of device, in addition to the common ones. */
  readonly handlers: CommandHandlers;
  readonly lldpKind: 'bridge' | 'router';
  /** The interface towards the cloud. */
  readonly uplink: string;
  /** Reads the device's IP address on its interface towards the cloud; by default the address of `uplink`. */
  readonly address?: () => Promise<string | undefined>;
  /** The device's LAN-side addresses under this configuration. */
  readonly localAddresses: (running: DeviceConfig) => Promise<readonly string[]>;
  readonly clients: ClientSource & Partial<Disposable>;
  readonly portExtras?: () => Promise<PortExtras>;
  readonly radioFigures?: () => Promise<RadioStat[]>;
  /** State of the WAN ports. */
  readonly wanFigures?: () => Promise<WanStat[]>;
  /** Bytes between clients and the internet, by application. */
  readonly applications?: () => Promise<ApplicationStat[] | undefined>;
  readonly topology: () => Promise<Omit<Topology, 'lldp'>>;
  /** Stops its measurements. */
  readonly dispose?: () => PromiseLike<void>;
  /** Calls `onChange` when figures or neighbours may have changed. */
  readonly watch?: (onChange: () => void) => Promise<Disposable & { readonly ended: boolean }>;
}
