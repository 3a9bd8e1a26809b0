import { FACTORY } from '@northlight/agent';
import type { Capabilities, ClientReport, DeviceConfig } from '@northlight/contract/device-protocol';
import { getSubnet, isInSubnet, parseIpv4 } from '@northlight/contract/net';
import { type Clock, MINUTE_MS } from '@northlight/runtime';
import type { ClientPlace } from './client-networks.ts';
import type { ClientSpec, DeviceSpec, SiteSpec } from './spec.ts';
import {
  describeGatewayVlans,
  describeSwitchVlans,
  type DeviceVlans,
  FACTORY_VLAN,
  type FrameTag,
} from './wiring/port-vlans.ts';
import type { SiteNetwork } from './wiring/site-network.ts';

/** Part of a lease after which a client asks all servers for an address (RFC 2131, T2). */
const REBINDING_SHARE = 7 / 8;
const FACTORY_CONFIG = FACTORY.active.config;

interface VlanDevice {
  readonly sn: string;
  readonly spec: Pick<DeviceSpec, 'isReachable'>;
  readonly caps: Capabilities;
  readonly config: DeviceConfig;
}

export interface SiteVlansOptions {
  readonly spec: SiteSpec;
  readonly network: SiteNetwork;
  /** The topmost device with a DHCP server. */
  readonly gateway: VlanDevice | undefined;
  readonly findDevice: (sn: string) => VlanDevice | undefined;
  readonly clock: Pick<Clock, 'now'>;
}

interface DeviceLease {
  /** VLAN of the device for its own address: with another one, it asks for an address at once. */
  readonly ownVlan: number;
  /** The gateway's network in which the address is. */
  readonly network: string;
  readonly rebindsAt: number;
  readonly expires: number;
}

/**
 * The VLANs of a site by the running configurations of its devices: where clients are, and which devices have a way to the
 * gateway and an address. Devices with factory settings forward everything, so that they can be installed in any order.
 */
export class SiteVlans {
  readonly #options: SiteVlansOptions;
  readonly #clients: ReadonlyMap<string, ClientSpec>;
  readonly #vlans = new WeakMap<DeviceConfig, DeviceVlans>();
  readonly #leases = new Map<string, DeviceLease>();

  constructor(options: SiteVlansOptions) {
    this.#options = options;
    this.#clients = new Map(options.spec.clients.map((client) => [client.mac, client] as const));
  }

  /** Returns the VLAN of a client at its device, and that in which its frames arrive at the gateway. */
  findPlace(report: ClientReport, { caps, config, sn }: VlanDevice): ClientPlace {
    const { isTagged } = this.#clients.get(report.mac) ?? {};
    const vlan = findVlan(report, { caps, config }, isTagged);
    if (!this.#options.spec.hasVlans) return { vlan, network: vlan };
    const { ssid } = report;
    const wlan = config.wireless?.wlans.find((each) => each.ssid === ssid);
    const network =
      ssid === undefined
        ? this.#follow(report.mac, isTagged && vlan !== undefined ? vlan : 'untagged')
        : this.#follow(sn, this.#tag(sn, wlan?.vlanId ?? FACTORY_VLAN));
    return { vlan, network: network === 'any' ? vlan : network };
  }

  /** Returns whether the configurations leave a device its way to the gateway and its address. */
  isConnected({ config, sn, spec: { isReachable } }: VlanDevice): boolean {
    const { gateway, spec } = this.#options;
    if (!gateway || sn === gateway.sn || config === FACTORY_CONFIG || isReachable) return true;
    const management = config.management ?? { mode: 'dhcp', vlanId: FACTORY_VLAN };
    if (!spec.hasVlans && management.mode === 'dhcp') return true;
    const vlan = this.#follow(sn, this.#tag(sn, management.vlanId));
    if (vlan === 'any') return true;
    const { ip, prefix } = gateway.config.vlans.find(({ id }) => id === vlan) ?? {};
    if (ip === undefined || prefix === undefined) return false;
    if (management.mode === 'dhcp')
      return this.#renew(sn, {
        ownVlan: management.vlanId,
        vlan,
        network: `${ip}/${prefix}`,
        gateway: gateway.config,
      });
    const subnet = getSubnet(parseIpv4(ip) ?? 0, prefix);
    return isInSubnet(parseIpv4(management.ip) ?? 0, subnet) && management.gateway === ip;
  }

  /** Returns how a device forwards frames by its configuration; undefined if it forwards all. */
  readonly #findVlans = (sn: string): DeviceVlans | undefined => {
    const { findDevice, gateway } = this.#options;
    const device = findDevice(sn);
    if (!device || device.config === FACTORY_CONFIG) return undefined;
    const isGateway = sn === gateway?.sn;
    if (!isGateway && !device.caps.features.includes('port-mode')) return undefined;
    const known = this.#vlans.get(device.config);
    if (known) return known;
    const describe = isGateway ? describeGatewayVlans : describeSwitchVlans;
    const vlans = describe(device.caps, device.config);
    this.#vlans.set(device.config, vlans);
    return vlans;
  };

  /** Returns the tag of frames that a device itself sends in a VLAN. */
  #tag(sn: string, vlan: number): FrameTag {
    return vlan === FACTORY_VLAN && !this.#findVlans(sn) ? 'untagged' : vlan;
  }

  /** Follows a frame to the gateway and back; `any` where no gateway with VLANs is above the node. */
  #follow(node: string, tag: FrameTag): number | 'any' | undefined {
    const { gateway, network, spec } = this.#options;
    if (!gateway || !this.#findVlans(gateway.sn) || network.findTop(node) !== gateway.sn) return 'any';
    if (!spec.hasVlans) return tag === 'untagged' ? FACTORY_VLAN : tag;
    const vlan = network.followFrame(this.#findVlans, node, tag);
    return vlan === 'untagged' ? undefined : vlan;
  }

  /** Renews the lease of a device if there is a pool. Returns whether the device has an address of the network. */
  #renew(
    sn: string,
    found: {
      readonly ownVlan: number;
      readonly vlan: number | undefined;
      readonly network: string;
      readonly gateway: DeviceConfig;
    },
  ): boolean {
    const now = this.#options.clock.now();
    const lease = this.#leases.get(sn);
    const isLate =
      lease?.ownVlan === found.ownVlan && lease.network !== found.network && now < lease.rebindsAt;
    if (isLate) return false;
    const pool = found.gateway.dhcpPools.find(({ vlanId }) => vlanId === found.vlan);
    if (!pool) return lease?.network === found.network && now < lease.expires;
    const lasts = pool.leaseMinutes * MINUTE_MS;
    this.#leases.set(sn, {
      ownVlan: found.ownVlan,
      network: found.network,
      rebindsAt: now + lasts * REBINDING_SHARE,
      expires: now + lasts,
    });
    return true;
  }
}

/**
 * Returns the VLAN of a client: that of its Wi-Fi network or port. A client that tags its frames, and one without a known
 * tag at a port with the PVID of the factory, is in the VLAN of the site's wiring.
 */
function findVlan(
  { port, ssid, vlan }: ClientReport,
  { caps, config }: Pick<VlanDevice, 'caps' | 'config'>,
  isTagged: boolean | undefined,
): number | undefined {
  if (ssid !== undefined) {
    const wlans = config.wireless?.wlans ?? [];
    return wlans.find((each) => each.ssid === ssid)?.vlanId ?? vlan;
  }
  if (isTagged) return vlan;
  const pvid = config.ports?.find(({ id }) => id === port)?.pvid;
  if (isTagged === undefined) return pvid === undefined || pvid === FACTORY_VLAN ? vlan : pvid;
  const isSwitch = caps.features.includes('port-mode');
  return pvid ?? (isSwitch ? FACTORY_VLAN : config.vlans.find(({ ports }) => ports.includes(port ?? ''))?.id);
}
