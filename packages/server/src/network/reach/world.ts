import {
  type DeviceRole,
  type DeviceSettings,
  listEffectivePorts,
  type ManagementSetting,
  type PortSetting,
  isBroadcastRole,
  isGatewayRole,
  listInsideNetworks,
  type InsideNetwork,
  LAN_VLAN_ID,
  type NetworkConfig,
} from '@northlight/contract';
import { type Capabilities, ALL_VLANS } from '@northlight/contract/device-protocol';
import { parseIpv4 } from '@northlight/contract/net';
import { type ReachRoute, listReachRoutes } from './routes.ts';

/** VLAN membership of a port. A port that is not listed carries no frames. */
export interface ReachPort {
  readonly id: string;
  /** VLAN of untagged frames that enter the port. */
  readonly native: number;
  /** VLANs whose frames leave the port untagged. */
  readonly untagged: ReadonlySet<number>;
  /** VLANs whose frames enter and leave the port tagged. */
  readonly tagged: ReadonlySet<number>;
}

/** An SSID with the VLAN of its clients. `addresses` is true if the device itself assigns their addresses. */
export interface ReachSsid {
  readonly name: string;
  readonly vlanId: number;
  readonly addresses: boolean;
}

export interface ReachDevice {
  readonly id: string;
  readonly name: string;
  readonly ports: ReadonlyMap<string, ReachPort>;
  /** The device's own address and VLAN; undefined for the gateway. */
  readonly management: ManagementSetting | undefined;
  readonly ssids: readonly ReachSsid[];
  /** True if its ports that connect no other device have clients; false for an access point without port settings. */
  readonly hasWiredClients: boolean;
}

/** A cable between two devices. */
export interface ReachLink {
  readonly from: { readonly device: string; readonly port: string };
  readonly to: { readonly device: string; readonly port: string };
  /** True if reports contradict each other about the position of the cable. */
  readonly isUncertain?: boolean;
}

/** A network of the gateway with its DHCP range; the range is undefined without a pool. */
export interface ReachNetwork extends InsideNetwork {
  readonly pool: { readonly first: number; readonly last: number } | undefined;
}

/** Model of how a project forwards frames and packets (layers 2 and 3). */
export interface ReachWorld {
  readonly devices: ReadonlyMap<string, ReachDevice>;
  readonly links: readonly ReachLink[];
  readonly gateway: string | undefined;
  readonly networks: readonly ReachNetwork[];
  readonly routes: readonly ReachRoute[];
  /**
   * True if a WAN port of the gateway is configured, or if no WAN port is, because the gateway then uses its
   * factory default.
   */
  readonly hasWan: boolean;
}

/** Properties of one device that the model needs. */
export interface ReachSource {
  readonly id: string;
  readonly name: string;
  readonly role: DeviceRole;
  readonly caps: Pick<Capabilities, 'features' | 'ports'>;
  readonly settings: DeviceSettings;
}

const OWN_NETWORK = 1;
const BY_DHCP: ManagementSetting = { mode: 'dhcp', vlanId: OWN_NETWORK };

/** Builds the model of a project with a configuration. */
export function createReachWorld(
  config: NetworkConfig,
  sources: readonly ReachSource[],
  links: readonly ReachLink[],
): ReachWorld {
  const gateway = sources.find(({ role }) => isGatewayRole(role));
  const pools = new Map(
    config.dhcpPools.map(({ end, start, vlanId }) => [
      vlanId,
      { first: parseIpv4(start) ?? 0, last: parseIpv4(end) ?? 0 },
    ]),
  );
  const networks = listInsideNetworks(config).map((network) => ({ ...network, pool: pools.get(network.id) }));
  const devices = sources.map((source) =>
    source === gateway
      ? createGatewayDevice(config, source)
      : source.caps.features.includes('port-mode')
        ? createSwitchDevice(config, source)
        : endDevice(config, source),
  );
  const outside = new Set(gateway?.caps.ports.filter(({ role }) => role === 'wan').map(({ id }) => id));
  return {
    devices: new Map(devices.map((device) => [device.id, device] as const)),
    links,
    gateway: gateway?.id,
    networks,
    routes: listReachRoutes(config.staticRoutes ?? [], networks),
    hasWan: outside.size > 0 && (!config.wan || config.wan.some(({ port }) => outside.has(port))),
  };
}

function createGatewayDevice(
  { lan, vlans, wireless }: NetworkConfig,
  { caps, id, name, role }: ReachSource,
): ReachDevice {
  const ports = caps.ports.flatMap((port): ReachPort[] => {
    if (port.role !== 'lan') return [];
    const owner = vlans.find((vlan) => vlan.ports.includes(port.id))?.id ?? (lan && LAN_VLAN_ID);
    const tagged = new Set(
      vlans.filter((vlan) => vlan.taggedPorts?.includes(port.id)).map((vlan) => vlan.id),
    );
    if (owner === undefined && tagged.size === 0) return [];
    return [
      { id: port.id, native: owner ?? 0, untagged: new Set(owner === undefined ? [] : [owner]), tagged },
    ];
  });
  const ssids = listSsids(wireless, { caps, id, role });
  return { id, name, ports: indexById(ports), management: undefined, ssids, hasWiredClients: true };
}

/**
 * Returns a device with settings for its ports: a switch, or an access point with LAN ports. Ports of all VLANs also
 * carry those of its SSIDs.
 */
function createSwitchDevice(
  { vlans, wireless }: NetworkConfig,
  { caps, id, name, role, settings }: ReachSource,
): ReachDevice {
  const set = listEffectivePorts(caps, settings);
  const management = settings.management ?? BY_DHCP;
  const ssids = listSsids(wireless, { caps, id, role });
  const listed = set.flatMap(({ pvid, tagged, untagged }) => [
    pvid,
    ...untagged,
    ...(tagged === ALL_VLANS ? [] : tagged),
  ]);
  const known = new Set([
    ...vlans.map((vlan) => vlan.id),
    ...listed,
    management.vlanId,
    ...ssids.map(({ vlanId }) => vlanId),
  ]);
  // The first port of an aggregation represents all its ports.
  const leader = new Map(
    (settings.lags ?? []).flatMap((lag) => lag.ports.map((port) => [port, lag.ports[0] ?? port] as const)),
  );
  const byPort = new Map(set.map((port) => [port.id, port] as const));
  const ports = set.flatMap((own): ReachPort[] => {
    const like = byPort.get(leader.get(own.id) ?? own.id) ?? own;
    return own.enabled ? [{ ...createSwitchPort(like, known), id: own.id }] : [];
  });
  return { id, name, ports: indexById(ports), management, ssids, hasWiredClients: true };
}

function createSwitchPort(
  { id, mode, pvid, tagged, untagged }: PortSetting,
  known: ReadonlySet<number>,
): ReachPort {
  if (mode === 'access') return { id, native: pvid, untagged: new Set([pvid]), tagged: new Set() };
  const bare = new Set(mode === 'hybrid' ? [pvid, ...untagged] : [pvid]);
  const marked = tagged === ALL_VLANS ? [...known] : tagged;
  return { id, native: pvid, untagged: bare, tagged: new Set(marked.filter((vlan) => !bare.has(vlan))) };
}

/** Lists the SSIDs that a device broadcasts, with the VLANs of their clients. */
function listSsids(
  wireless: NetworkConfig['wireless'],
  { caps, id, role }: Pick<ReachSource, 'caps' | 'id' | 'role'>,
): ReachSsid[] {
  const policies = (wireless?.policies ?? []).filter(
    ({ devices, enabled }) =>
      enabled &&
      caps.features.includes('wifi') &&
      isBroadcastRole(role) &&
      (devices === 'all' || devices.includes(id)),
  );
  // A device that assigns addresses itself translates its clients into its own network (NAT).
  return policies.map(({ dhcp, ssid, vlanId }) => ({
    name: ssid,
    vlanId: dhcp === 'ap' ? OWN_NETWORK : (vlanId ?? OWN_NETWORK),
    addresses: dhcp === 'ap',
  }));
}

/**
 * Returns an access point or a camera. Its own network is untagged, and the VLANs of each SSID and of its address are
 * tagged.
 */
function endDevice(
  { wireless }: NetworkConfig,
  { caps, id, name, role, settings }: ReachSource,
): ReachDevice {
  const ssids = listSsids(wireless, { caps, id, role });
  const management = settings.management ?? BY_DHCP;
  const vlanIds = [...ssids.map(({ vlanId }) => vlanId), management.vlanId];
  const tagged = new Set(vlanIds.filter((vlanId) => vlanId !== OWN_NETWORK));
  const ports = caps.ports.map((port): ReachPort => ({
    id: port.id,
    native: OWN_NETWORK,
    untagged: new Set([OWN_NETWORK]),
    tagged,
  }));
  const hasWiredClients = ssids.length === 0;
  return { id, name, ports: indexById(ports), management, ssids, hasWiredClients };
}

const indexById = (ports: readonly ReachPort[]): ReadonlyMap<string, ReachPort> =>
  new Map(ports.map((port) => [port.id, port] as const));
