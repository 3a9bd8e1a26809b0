import {
  devicePart,
  type DeviceSettings,
  insideNetworks,
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
import { wirelessFor } from './wireless/desired.ts';
import { countryOf, type NetworkProject, type ProjectDevice } from './state.ts';

/** What a device's configuration is made of, beside its capabilities. */
export interface DesiredParts {
  /** Of the project, with its secrets. */
  readonly config: NetworkConfig;
  readonly project: NetworkProject;
  readonly settings: DeviceSettings | undefined;
  readonly localPassword: DeviceConfig['localPassword'];
}

/**
 * What one device of a project should run: a gateway the project's settings, a switch their list of VLANs, what has
 * radios the policies for them, and every device its own settings and what checks the password at its own page.
 * Undefined when nothing concerns the device.
 */
export function desiredFor(
  device: Pick<ProjectDevice, 'caps' | 'id'>,
  { config, localPassword, project, settings }: DesiredParts,
): DeviceConfig | undefined {
  const has = (feature: Feature) => device.caps.features.includes(feature);
  const password = has('local-page') && localPassword ? { localPassword } : {};
  const air = config.wireless && wirelessFor(device, config.wireless, project.time_zone, countryOf(project));
  if (!has('vlan') && !settings && !has('local-page') && !air) return undefined;
  const network: DeviceConfig = has('dhcp')
    ? gatewayPart(config, device.caps)
    : { vlans: vlanList(has, config), dhcpPools: [] };
  return { ...network, ...(air && { wireless: air }), ...(settings && devicePart(settings)), ...password };
}

const vlanList = (has: (feature: Feature) => boolean, { vlans }: NetworkConfig): DeviceConfig['vlans'] =>
  has('vlan') ? vlans.map(({ id, name }) => ({ id, name, ports: [] })) : [];

function gatewayPart(config: NetworkConfig, { features, ports }: Capabilities): DeviceConfig {
  const has = (feature: Feature) => features.includes(feature);
  const networks = new Map(insideNetworks(config).map((network) => [network.id, network] as const));
  const { clientLimits, portMappings, staticRoutes, wan } = config;
  return {
    vlans: [
      ...lanPart(config, ports),
      ...config.vlans.map(({ id, name, ip, prefix, ports: untagged, taggedPorts }) => ({
        id,
        name,
        ip,
        prefix,
        ports: untagged,
        ...(taggedPorts && { taggedPorts }),
      })),
    ],
    dhcpPools: config.dhcpPools.flatMap(({ vlanId, name, start, end, dns, leaseMinutes, reservations }) => {
      const network = networks.get(vlanId);
      if (!network) return [];
      const mask = formatMask(network.prefix);
      const pool = { name, vlanId, start, end, mask, gateway: network.ip, dns, leaseMinutes };
      return [{ ...pool, ...(reservations && { reservations }) }];
    }),
    ...(wan && has('wan') && { wan: wan.flatMap(wanFor) }),
    ...(staticRoutes && has('static-route') && { staticRoutes }),
    ...(portMappings && has('port-mapping') && { portMappings: portMappings.map(mappingFor) }),
    ...(clientLimits && has('client-limit') && { clientLimits }),
  };
}

/** The LAN is the VLAN of the ports that no other has taken without tags. */
function lanPart({ lan, vlans }: NetworkConfig, ports: Capabilities['ports']): DeviceConfig['vlans'] {
  if (!lan) return [];
  const taken = new Set(vlans.flatMap((vlan) => vlan.ports));
  const free = ports.filter(({ id, role }) => role === 'lan' && !taken.has(id)).map(({ id }) => id);
  return [{ id: LAN_VLAN_ID, name: 'LAN', ...lan, ports: free }];
}

/** A line whose password is gone is not dialled: the others are. */
function wanFor(wan: Wan): ConfigWan[] {
  if (wan.mode !== 'pppoe') return [wan];
  const { dns, mode, port, service } = wan;
  const lines = wan.lines.flatMap(({ password, user }) =>
    password === undefined ? [] : [{ user, password }],
  );
  return lines.length === 0 ? [] : [{ mode, port, lines, dns, ...(service !== undefined && { service }) }];
}

/** External ranges with the internal port that the first of each leads to. */
function mappingFor({
  name,
  protocol,
  internalIp,
  externalPorts,
  internalPorts,
}: PortMapping): ConfigPortMapping {
  const internal = portsOf(internalPorts).flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, offset) => from + offset),
  );
  let next = 0;
  const ports = portsOf(externalPorts).flatMap(({ from, to }) => {
    const mapped = Array.from({ length: to - from + 1 }, (_, offset) => ({
      from: from + offset,
      to: from + offset,
      internalFrom: internal[next++] ?? from + offset,
    }));
    return joined(mapped);
  });
  return { name, protocol, internalIp, ports };
}

const portsOf = (text: string): readonly PortRange[] => {
  const result = parsePortRanges(text);
  return result.ok ? result.value : [];
};

/** Neighbouring ports that lead to neighbouring ones are one range. */
function joined(ports: readonly ConfigPortMapping['ports'][number][]): ConfigPortMapping['ports'] {
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
