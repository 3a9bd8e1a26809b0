import type { Connect, LinkLog, Topology } from '@northlight/agent';
import type { DeviceConfig, LinkThroughput, ReportedNode } from '@northlight/contract/device-protocol';
import type { Clock, Entropy } from '@northlight/runtime';
import type { PortLinks } from './device-counters.ts';
import type { BridgePeers } from './bridge/bridge-trial.ts';
import type { DeviceAir } from './radio-air.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import type { SimulatedFirmware } from './simulated-software.ts';
import type { SimulatedCamera } from './video/simulated-camera.ts';
import type { SimulatedRecorder } from './video/simulated-recorder.ts';
import type { DeviceAccess, DeviceSpec } from './spec.ts';

/** The surroundings of a simulated device, which its site provides. */
export interface SimulatedDeviceOptions {
  readonly spec: DeviceSpec;
  readonly access: DeviceAccess;
  readonly connect: Connect;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: LinkLog;
  /** Returns the present state of the links at the ports. */
  readonly linked: () => PortLinks;
  /** Returns the uplink device as the device knows it now; undefined for the topmost device, and without LLDP. */
  readonly uplink: () => { readonly mac: string; readonly port: string } | undefined;
  /** Returns the neighbours and learned addresses as they are now. */
  readonly topology: () => Topology;
  /** Lists the factory-new mesh nodes that a primary node receives, strongest first. */
  readonly newNodes: () => readonly ReportedNode[];
  /** Trusted firmware keys; absent if the device rejects all firmware. */
  readonly firmware?: SimulatedFirmware;
  /**
   * Certificate authority of the cloud (PEM), for downloads and tunnels; without it, tunnels are not
   * available.
   */
  readonly ca?: string;
  /** The air of the site; absent for a device that is not part of one. */
  readonly air?: DeviceAir;
  /** Disks and recordings of a recorder; absent for another device. */
  readonly recorder?: SimulatedRecorder | undefined;
  /** Scene of a camera; absent for another device. */
  readonly camera?: SimulatedCamera | undefined;
  /** SSIDs of the site. */
  readonly ssids: readonly string[];
  /** Called when the device power-cycles ports. */
  readonly onPowerCycle: (device: SimulatedDevice, ports: readonly string[]) => void;
  /** Factor by which applies and restarts are faster than on a real device. */
  readonly speed: number;
  /** True if the device requests client certificates, which it uses only over TLS. */
  readonly usesCertificates: boolean;
  /** Called when the device runs another configuration than before. */
  readonly onConfigured: (device: SimulatedDevice, before: DeviceConfig) => void;
  /** Peers of a bridge. */
  readonly peers: BridgePeers;
  /** Called when the device has to report its bridge link every second for this time. */
  readonly onAlign: (device: SimulatedDevice, seconds: number) => void;
  /** Returns the throughput of a bridge client's link; undefined without a connected base. */
  readonly measureThroughput: (device: SimulatedDevice) => Required<LinkThroughput> | undefined;
  /** Called when the cloud has acknowledged the birth, so that a full snapshot is due. */
  readonly onOnline: (device: SimulatedDevice) => void;
}
