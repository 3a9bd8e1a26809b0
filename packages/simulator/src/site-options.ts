import type { CloudEndpoint, Connect, LinkLog } from '@northlight/agent';
import type { Clock, Entropy } from '@northlight/runtime';
import type { SimulatedFirmware } from './simulated-software.ts';
import type { DeviceAccess, SiteSpec } from './spec.ts';

export interface SiteOptions {
  readonly spec: SiteSpec;
  /** Returns the credentials of a device by its serial number. */
  readonly access: (sn: string) => DeviceAccess;
  readonly endpoint: CloudEndpoint;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log?: LinkLog;
  /** Factor by which applies and restarts are faster than on real devices; default 1. */
  readonly speed?: number;
  /** True if the devices request client certificates over TLS. */
  readonly certificates?: boolean;
  /** Trusted firmware keys; absent if the devices reject all firmware. */
  readonly firmware?: SimulatedFirmware;
  /** Certificate authority of the cloud (PEM), for downloads and tunnels; default: that of the endpoint. */
  readonly ca?: string;
  /** True if the cameras send a picture every hour, and those of events; they send one on request in any case. */
  readonly sendsPictures?: boolean;
  /** Replaces the MQTT connection to the endpoint. */
  readonly connect?: Connect;
}
