/** Types between the server and the package that simulates devices. */
import type { DeviceRole, ProjectContent } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';

/** The network of a project at one moment, of which a sandbox simulates the devices. */
export interface SandboxSource {
  readonly id: number;
  readonly devices: readonly SourceDevice[];
  /** The clients that are online. */
  readonly clients: readonly SourceClient[];
  /** Cables that close loops. */
  readonly furtherCables: readonly (readonly [CableEnd, CableEnd])[];
  /** Version of the configuration; 0 without one. */
  readonly version: number;
  /** Configuration with the ids of its secrets, and the settings of the devices. */
  readonly content: ProjectContent;
  /** The configuration with its secrets. */
  readonly openConfig: ProjectContent['config'];
  /** Versions of the settings by device. */
  readonly settingVersions: Readonly<Record<string, number>>;
}

export interface CableEnd {
  readonly deviceId: string;
  readonly port: string;
}

export interface SourceDevice {
  readonly id: string;
  readonly mac: string;
  readonly model: string;
  readonly name: string;
  readonly role: DeviceRole;
  readonly caps: Capabilities;
  readonly meshRole: 'primary' | 'secondary' | null;
  readonly software: string | null;
  readonly isOnline: boolean;
  readonly isOpenWifi: boolean;
  readonly ip: string | null;
  readonly vlan: number | null;
  /** Device above, and the port there; null if they are unknown. */
  readonly parentId: string | null;
  readonly parentPort: string | null;
  /** Own port of the uplink; undefined if it is unknown. */
  readonly uplinkPort: string | undefined;
  /** True if the device is online without a way to the cloud in the configuration: another router assigns its address. */
  readonly isUnexplained: boolean;
}

export interface SourceClient {
  readonly mac: string;
  readonly deviceId: string;
  readonly name: string;
  readonly ip: string | null;
  readonly vlan: number | null;
  readonly ssid: string | null;
  readonly band: string | null;
  readonly port: string | null;
}

/** A simulated device with the identity that it gets instead of that of the source. */
export interface SimulatedIdentity {
  readonly sourceId: string;
  readonly sn: string;
  readonly mac: string;
  readonly model: string;
  readonly name: string;
  readonly secret: string;
  readonly caps: Capabilities;
  readonly role: DeviceRole;
  /** Device of the source above, and its port; absent for a device at the top. */
  readonly uplink?: { readonly sourceId: string; readonly port: string; readonly isCable: boolean };
}

/** The simulation of the devices of a project. */
export interface SimulatedCopy {
  /** Description of the site, as JSON, which `Demo.start` runs while the sandbox exists. */
  readonly site: unknown;
  /** The simulated devices in the order of the source. */
  readonly devices: readonly SimulatedIdentity[];
  /** Differences between the simulation and the project, as sentences. */
  readonly notes: readonly string[];
}
