import {
  type DeviceRole,
  getDevicePart,
  isBroadcastRole,
  isGatewayRole,
  type DeviceSettings,
  listInsideNetworks,
  LAN_VLAN_ID,
  type NetworkConfig,
  type PortMapping,
  type Wan,
} from '@northlight/contract';
import type {
  Capabilities,
  ConfigPortMapping,
  ConfigWan,
  DeviceConfig,
  Feature,
} from '@northlight/contract/device-protocol';
import { formatMask, parsePortRanges, type PortRange } from '@northlight/contract/net';
import type { DeviceRadar } from './avoid-radar.ts';
import { buildDesiredBridge } from './bridge-config.ts';
import { buildDesiredWireless } from './wireless.ts';
import { getProjectCountry, type NetworkProject, type ProjectDevice } from '../state.ts';

/** Inputs of a device's configuration, in addition to its capabilities. */
export interface DesiredParts {
  /** The project's configuration, with its secrets. */
  readonly config: NetworkConfig;
  readonly project: NetworkProject;
  readonly settings: DeviceSettings | undefined;
  readonly localPassword: DeviceConfig['localPassword'];
  /** MAC addresses of the project's devices by id. */
  readonly macs: ReadonlyMap<string, string>;
  /** Radar that the devices found, by their ids; absent for a configuration without regard to radar. */
  readonly radar?: ReadonlyMap<string, DeviceRadar>;
}

/**
 * Returns the desired configuration of one device; undefined when no setting applies to the device. The role of
 * a device determines its parts: the gateway gets the project's network settings, access points and mesh nodes
 * the wireless policies, bridges their end of a link. The capabilities determine how much of a part the device gets, and a device with VLANs
 * gets their list. Every device gets its own settings and the verifier of the local password.
 */
export function buildDesiredConfiguration(
  device: Pick<ProjectDevice, 'caps' | 'id' | 'role'>,
  { config, localPassword, macs, project, radar, settings }: DesiredParts,
): DeviceConfig | undefined {
  const has = (feature: Feature) => device.caps.features.includes(feature);
  const password = has('local-page') && localPassword ? { localPassword } : {};
  const country = getProjectCountry(project);
  const wireless =
    config.wireless &&
    isBroadcastRole(device.role) &&
    buildDesiredWireless(device, config.wireless, project.time_zone, country, radar?.get(device.id));
  const bridge = buildDesiredBridge(device, config.bridgeLinks, { country, macs });
  const isGateway = isGatewayRole(device.role);
  if (!isGateway && !has('vlan') && !settings && !has('local-page') && !wireless && !bridge) return undefined;
  const network: DeviceConfig = isGateway
    ? buildGatewayPart(config, device.caps)
    : { vlans: buildVlanList(has, config), dhcpPools: [] };
  const own = settings && getDevicePart(omitForeignParts(settings, device.role));
  return {
    ...network,
    ...(wireless && { wireless }),
    ...(bridge && { bridge }),
    ...own,
    ...password,
  };
}

/** Omits the preferred parent of a device that is no secondary node, and therefore has no parent. */
function omitForeignParts(settings: DeviceSettings, role: DeviceRole): DeviceSettings {
  if (role === 'mesh-secondary') return settings;
  const { mesh: _mesh, ...rest } = settings;
  return rest;
}

const buildVlanList = (has: (feature: Feature) => boolean, { vlans }: NetworkConfig): DeviceConfig['vlans'] =>
  has('vlan') ? vlans.map(({ id, name }) => ({ id, name, ports: [] })) : [];

function buildGatewayPart(whole: NetworkConfig, { features, ports }: Capabilities): DeviceConfig {
  const has = (feature: Feature) => features.includes(feature);
  const config = { ...whole, vlans: has('vlan') ? whole.vlans : [] };
  const networks = new Map(listInsideNetworks(config).map((network) => [network.id, network] as const));
  const { clientLimits, portMappings, staticRoutes, wan } = config;
  return {
    vlans: [
      ...buildLanPart(config, ports),
      ...config.vlans.map(({ id, name, ip, prefix, ports: untagged, taggedPorts }) => ({
        id,
        name,
        ip,
        prefix,
        ports: untagged,
        ...(taggedPorts && { taggedPorts }),
      })),
    ],
    dhcpPools: (has('dhcp') ? config.dhcpPools : []).flatMap(
      ({ vlanId, name, start, end, dns, leaseMinutes, reservations }) => {
        const network = networks.get(vlanId);
        if (!network) return [];
        const mask = formatMask(network.prefix);
        const pool = { name, vlanId, start, end, mask, gateway: network.ip, dns, leaseMinutes };
        return [{ ...pool, ...(reservations && { reservations }) }];
      },
    ),
    ...(wan && has('wan') && { wan: wan.flatMap(buildWan) }),
    ...(staticRoutes && has('static-route') && { staticRoutes }),
    ...(portMappings && has('port-mapping') && { portMappings: portMappings.map(buildMapping) }),
    ...(clientLimits && has('client-limit') && { clientLimits }),
  };
}

/** Returns the LAN as a VLAN: it contains all LAN ports that no VLAN uses untagged. */
function buildLanPart({ lan, vlans }: NetworkConfig, ports: Capabilities['ports']): DeviceConfig['vlans'] {
  if (!lan) return [];
  const taken = new Set(vlans.flatMap((vlan) => vlan.ports));
  const free = ports.filter(({ id, role }) => role === 'lan' && !taken.has(id)).map(({ id }) => id);
  return [{ id: LAN_VLAN_ID, name: 'LAN', ...lan, ports: free }];
}

/** Omits PPPoE lines without a stored password. */
function buildWan(wan: Wan): ConfigWan[] {
  if (wan.mode !== 'pppoe') return [wan];
  const { dns, mode, port, service } = wan;
  const lines = wan.lines.flatMap(({ password, user }) =>
    password === undefined ? [] : [{ user, password }],
  );
  return lines.length === 0 ? [] : [{ mode, port, lines, dns, ...(service !== undefined && { service }) }];
}

/** Pairs each external port range with the internal port of its first port. */
function buildMapping({
  name,
  protocol,
  internalIp,
  externalPorts,
  internalPorts,
}: PortMapping): ConfigPortMapping {
  const internal = parsePorts(internalPorts).flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, offset) => from + offset),
  );
  let next = 0;
  const ports = parsePorts(externalPorts).flatMap(({ from, to }) => {
    const mapped = Array.from({ length: to - from + 1 }, (_, offset) => ({
      from: from + offset,
      to: from + offset,
      internalFrom: internal[next++] ?? from + offset,
    }));
    return mergePorts(mapped);
  });
  return { name, protocol, internalIp, ports };
}

const parsePorts = (text: string): readonly PortRange[] => {
  const result = parsePortRanges(text);
  return result.ok ? result.value : [];
};

/** Merges adjacent ports that map to adjacent internal ports. */
function mergePorts(ports: readonly ConfigPortMapping['ports'][number][]): ConfigPortMapping['ports'] {
  const ranges: ConfigPortMapping['ports'] = [];
  for (const port of ports) {
    const last = ranges.at(-1);
    if (
      last &&
      port.from === last.to + 1 &&
      port.internalFrom === last.internalFrom + (port.from - last.from)
    )
      last.to = port.to;
    else ranges.push({ ...port });
  }
  return ranges;
}
