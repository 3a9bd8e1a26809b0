import type {
  ApplicationStat,
  Capabilities,
  DeviceConfig,
  RadioStat,
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

/** What every kind of device is made with. */
export interface PersonalityServices {
  readonly run: Run;
  readonly clock: Clock;
  readonly log: LinkLog;
  /** Neighbours as they were heard last. */
  readonly neighbours: () => readonly LldpNeighbour[];
}

/** What makes a Linux machine a gateway, a switch or an access point; the rest of the agent is the same for all. */
export interface Personality<A> {
  readonly system: DeviceSystem<A> & {
    /** Ends the daemons that go on without the agent. */
    stopDaemons(): Promise<void>;
  };
  /** The model's document cut to what this machine and its programs really can. */
  readonly caps: Capabilities;
  /** Its own commands, beside those that every device has. */
  readonly handlers: CommandHandlers;
  readonly lldpKind: 'bridge' | 'router';
  /** The interface that reaches the cloud. */
  readonly uplink: string;
  /** Its address there, when that is not simply the interface's. */
  readonly address?: () => Promise<string | undefined>;
  /** The device's own addresses on the side of its users, under this configuration. */
  readonly localAddresses: (running: DeviceConfig) => Promise<readonly string[]>;
  readonly clients: ClientSource & Partial<Disposable>;
  readonly portExtras?: () => Promise<PortExtras>;
  readonly radioFigures?: () => Promise<RadioStat[]>;
  /** What went between its clients and the internet, by application. */
  readonly applications?: () => Promise<ApplicationStat[] | undefined>;
  readonly topology: () => Promise<Omit<Topology, 'lldp'>>;
  /** Calls when figures or neighbours may have changed. */
  readonly watch?: (onChange: () => void) => Promise<Disposable & { readonly ended: boolean }>;
}
