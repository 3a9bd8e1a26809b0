import type { ClientReport, DhcpPoolStat } from '@northlight/contract/device-protocol';
import { ClientNetworks } from './client-networks.ts';
import type { Crowd, CrowdChange } from './crowd.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import type { SiteAir } from './site-air.ts';
import type { SiteSpec } from './spec.ts';
import type { SiteVlans } from './site-vlans.ts';

export interface ClientReportsOptions {
  readonly spec: SiteSpec;
  readonly crowd: Crowd;
  readonly vlans: SiteVlans;
  readonly air: SiteAir | undefined;
}

/** Reports of the clients of a site's devices, with their VLANs, addresses and signals. */
export class ClientReports {
  readonly #options: ClientReportsOptions;
  readonly #networks = new ClientNetworks();

  constructor(options: ClientReportsOptions) {
    this.#options = options;
  }

  list(device: SimulatedDevice): ClientReport[] {
    return this.#options.crowd.at(device.sn).map((report) => this.#describe(report, device));
  }

  describeChange(device: SimulatedDevice, change: CrowdChange | undefined): CrowdChange | undefined {
    return change && { ...change, join: change.join.map((each) => this.#describe(each, device)) };
  }

  /** Leases addresses of the gateway's pools to devices and clients. */
  leaseAddresses(gateway: SimulatedDevice, devices: readonly SimulatedDevice[], now: number): void {
    const { crowd, vlans } = this.#options;
    const { config } = gateway;
    const servesClients = config.dhcpPools.length > 0;
    const clients = (servesClients ? devices : []).flatMap((device) => [
      { report: device.spec, vlan: device.spec.vlan, network: device.spec.vlan },
      ...crowd.at(device.sn).map((report) => ({ report, ...vlans.findPlace(report, device) })),
    ]);
    this.#networks.update(config, clients, now);
  }

  /** Returns the client count of a device; the site's gateway counts all clients. */
  count({ caps, sn, spec }: SimulatedDevice): number {
    const { crowd, spec: site } = this.#options;
    const countsAll =
      caps.kind === 'gateway' && !spec.uplink && site.devices.length > 1 && site.day !== 'steady';
    return countsAll ? crowd.size : crowd.countAt(sn);
  }

  reportPools(): DhcpPoolStat[] {
    return this.#networks.report();
  }

  #describe(client: ClientReport, device: SimulatedDevice): ClientReport {
    const { air, vlans } = this.#options;
    const report = air?.adjustSignal(device.sn, client) ?? client;
    return this.#networks.describe({ report, ...vlans.findPlace(report, device) });
  }
}
