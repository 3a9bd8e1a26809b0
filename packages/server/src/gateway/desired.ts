import { devicePart, type DeviceSettings, type GatewayConfig, type PortMapping } from '@northlight/contract';
import type {
  Capabilities,
  ConfigPortMapping,
  DeviceConfig,
  Feature,
} from '@northlight/contract/device-protocol';
import { formatMask, parsePortRanges, type PortRange } from '@northlight/contract/net';

/**
 * What one device of a project should run: a gateway the project's settings, a switch their list of VLANs, and every
 * device its own settings and what checks the password at its own page. Undefined when nothing concerns the device.
 */
export function desiredFor(
  caps: Capabilities,
  config: GatewayConfig,
  settings: DeviceSettings | undefined,
  localPassword: DeviceConfig['localPassword'],
): DeviceConfig | undefined {
  const has = (feature: Feature) => caps.features.includes(feature);
  const password = has('local-page') && localPassword ? { localPassword } : {};
  if (!has('vlan') && !settings && !has('local-page')) return undefined;
  const network: DeviceConfig = has('dhcp')
    ? gatewayPart(config, has)
    : { vlans: vlanList(has, config), dhcpPools: [] };
  return { ...network, ...(settings && devicePart(settings)), ...password };
}

const vlanList = (has: (feature: Feature) => boolean, { vlans }: GatewayConfig): DeviceConfig['vlans'] =>
  has('vlan') ? vlans.map(({ id, name }) => ({ id, name, ports: [] })) : [];

function gatewayPart(config: GatewayConfig, has: (feature: Feature) => boolean): DeviceConfig {
  const vlans = new Map(config.vlans.map((vlan) => [vlan.id, vlan] as const));
  const { clientLimits, portMappings, staticRoutes, wan } = config;
  return {
    vlans: config.vlans.map(({ id, name, ip, prefix, ports, taggedPorts }) => ({
      id,
      name,
      ip,
      prefix,
      ports,
      ...(taggedPorts && { taggedPorts }),
    })),
    dhcpPools: config.dhcpPools.flatMap(({ vlanId, name, start, end, dns, leaseMinutes, reservations }) => {
      const vlan = vlans.get(vlanId);
      if (!vlan) return [];
      const mask = formatMask(vlan.prefix);
      const pool = { name, vlanId, start, end, mask, gateway: vlan.ip, dns, leaseMinutes };
      return [{ ...pool, ...(reservations && { reservations }) }];
    }),
    ...(wan && has('wan') && { wan }),
    ...(staticRoutes && has('static-route') && { staticRoutes }),
    ...(portMappings && has('port-mapping') && { portMappings: portMappings.map(mappingFor) }),
    ...(clientLimits && has('client-limit') && { clientLimits }),
  };
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
