import type { ConfigPort, PortCapability } from '@northlight/contract/device-protocol';
import type { DeviceConfig } from '../../contract-types.ts';
import { type Emission, NOT_SUPPORTED, EmissionBuilder } from './emission-builder.ts';
import { membersByVlan, NATIVE_VLAN, refuseUnknownPorts } from './ports.ts';
import { REPORTING, type SwitchDocument } from './schema.ts';

/** What the switches' schema has no place for. */
const UNSUPPORTED_PARTS = ['dhcpPools', 'wan', 'portMappings', 'clientLimits', 'localPassword'] as const;
const MAX_LAGS = 64;

type Interface = SwitchDocument['interfaces'][number];
type Ipv4 = NonNullable<Interface['ipv4']>;
type Ethernet = SwitchDocument['ethernet'][number];

/** Our configuration for a switch that speaks the switches' schema; `ports` are those that it told. */
export function emitSwitch(config: DeviceConfig, ports: readonly PortCapability[]): Emission {
  const origins = new EmissionBuilder();
  origins.refuseParts(config, UNSUPPORTED_PARTS);
  refuseUnknownPorts(config, ports, origins);
  const ethernet = ports.map((port, index) => ethernetOf(config, port, `/ethernet/${index}`, origins));
  const switching = switchPart(config, origins);
  const document: SwitchDocument = {
    ethernet,
    interfaces: interfacesOf(config, ports, origins),
    ...(switching && { switch: switching }),
    ...REPORTING,
  };
  return origins.emission(document);
}

function ethernetOf(
  config: DeviceConfig,
  port: PortCapability,
  pointer: string,
  origins: EmissionBuilder,
): Ethernet {
  const index = config.ports?.findIndex(({ id }) => id === port.id) ?? -1;
  const setting = config.ports?.[index];
  const path = `ports.${index}`;
  if (setting) notePort(pointer, path, setting, origins);
  const limits = {
    ...(setting?.ingressKbps !== undefined && { 'ingress-kbps': setting.ingressKbps }),
    ...(setting?.egressKbps !== undefined && { 'egress-kbps': setting.egressKbps }),
  };
  return {
    'select-ports': [port.id],
    // Without a number the switch refuses the whole document; its highest one leaves the negotiation free.
    speed: setting && setting.speedMbps > 0 ? setting.speedMbps : port.maxSpeedMbps,
    duplex: setting?.duplex === 'half' ? 'half' : 'full',
    enabled: setting?.enabled ?? true,
    ...(setting?.poe !== undefined && { poe: { 'admin-mode': setting.poe } }),
    ...(Object.keys(limits).length > 0 && { 'rate-limit-port': limits }),
    ...lagOf(config, port.id, pointer, origins),
  };
}

function notePort(pointer: string, path: string, setting: ConfigPort, origins: EmissionBuilder): void {
  origins.noteOrigin(pointer, path);
  origins.noteOrigin(`${pointer}/speed`, `${path}.speedMbps`);
  origins.noteOrigin(`${pointer}/duplex`, `${path}.duplex`);
  origins.noteOrigin(`${pointer}/enabled`, `${path}.enabled`);
  origins.noteOrigin(`${pointer}/poe`, `${path}.poe`);
  origins.noteOrigin(`${pointer}/rate-limit-port/ingress-kbps`, `${path}.ingressKbps`);
  origins.noteOrigin(`${pointer}/rate-limit-port/egress-kbps`, `${path}.egressKbps`);
  if (setting.eee) origins.refuse(`${path}.eee`);
}

/** Aggregations are numbered by their own names, so that one that stays keeps its number. */
function lagOf(
  { lags = [] }: DeviceConfig,
  portId: string,
  pointer: string,
  origins: EmissionBuilder,
): Pick<Ethernet, 'trunk-group' | 'lacp-config'> {
  const index = lags.findIndex(({ ports }) => ports.includes(portId));
  const lag = lags[index];
  if (!lag) return {};
  const number = Number(/\d+$/.exec(lag.id)?.[0] ?? index + 1);
  if (number < 1 || number > MAX_LAGS) {
    if (lag.ports[0] === portId) origins.refuse(`lags.${index}`, NOT_SUPPORTED);
    return {};
  }
  origins.noteOrigin(`${pointer}/trunk-group`, `lags.${index}`);
  origins.noteOrigin(`${pointer}/lacp-config`, `lags.${index}.mode`);
  return {
    'trunk-group': number,
    ...(lag.mode === 'lacp' && { 'lacp-config': { 'lacp-enable': true, 'lacp-mode': 'active' as const } }),
  };
}

function interfacesOf(
  config: DeviceConfig,
  ports: readonly PortCapability[],
  origins: EmissionBuilder,
): Interface[] {
  const managementVlan = config.management?.vlanId ?? NATIVE_VLAN;
  const members = new Map(membersByVlan(config, ports, origins));
  if (!members.has(managementVlan)) members.set(managementVlan, []);
  return [...members].map(([id, list], index): Interface => {
    const pointer = `/interfaces/${index}`;
    const at = config.vlans.findIndex((vlan) => vlan.id === id);
    const vlan = config.vlans[at];
    origins.noteOrigin(pointer, at < 0 ? (id === managementVlan ? 'management' : 'ports') : `vlans.${at}`);
    if (at >= 0) origins.noteOrigin(`${pointer}/vlan/id`, `vlans.${at}.id`);
    const ipv4 = id === managementVlan ? managementOf(config, pointer, origins) : addressOf(vlan);
    return {
      name: vlan?.name ?? `VLAN${id}`,
      role: 'upstream',
      vlan: { id, proto: '802.1q' },
      ...(list.length > 0 && {
        ethernet: list.map(({ path, port, tag }, place) => {
          origins.noteOrigin(`${pointer}/ethernet/${place}`, path);
          return { 'select-ports': [port], 'vlan-tag': tag };
        }),
      }),
      ...(ipv4 && { ipv4 }),
    };
  });
}

const addressOf = (vlan: DeviceConfig['vlans'][number] | undefined): Ipv4 | undefined =>
  vlan?.ip === undefined || vlan.prefix === undefined
    ? undefined
    : { addressing: 'static', subnet: [{ prefix: `${vlan.ip}/${vlan.prefix}` }] };

/** Where the switch is reached; its routes stand here too, because the schema has them nowhere else. */
function managementOf(config: DeviceConfig, pointer: string, origins: EmissionBuilder): Ipv4 {
  const { management, staticRoutes = [] } = config;
  origins.noteOrigin(`${pointer}/ipv4`, 'management');
  const routes = staticRoutes.map(({ destination, nextHop, prefix }, index) => {
    origins.noteOrigin(
      `${pointer}/ipv4/gateway/${index + (management?.mode === 'static' ? 1 : 0)}`,
      `staticRoutes.${index}`,
    );
    return { prefix: `${destination}/${prefix}`, nexthop: nextHop };
  });
  if (management?.mode !== 'static')
    return { addressing: 'dynamic', ...(routes.length > 0 && { gateway: routes }) };
  return {
    addressing: 'static',
    subnet: [{ prefix: `${management.ip}/${management.prefix}` }],
    gateway: [{ prefix: '0.0.0.0/0', nexthop: management.gateway }, ...routes],
    ...(management.dns.length > 0 && { 'use-dns': management.dns }),
  };
}

function switchPart(config: DeviceConfig, origins: EmissionBuilder): SwitchDocument['switch'] {
  const { mirror, spanningTree } = config;
  if (!mirror && !spanningTree) return undefined;
  origins.noteOrigin('/switch/loop-detection', 'spanningTree');
  origins.noteOrigin('/switch/loop-detection/instances', 'spanningTree.priority');
  origins.noteOrigin('/switch/port-mirror', 'mirror');
  origins.noteOrigin('/switch/port-mirror/monitor-ports', 'mirror.sources');
  origins.noteOrigin('/switch/port-mirror/analysis-port', 'mirror.target');
  mirror?.sources.forEach(({ direction }, index) => {
    if (direction !== 'both')
      origins.refuse(`mirror.sources.${index}.direction`, 'This model mirrors both directions.', 'both');
  });
  return {
    ...(spanningTree && {
      'loop-detection': spanningTree.enabled
        ? { protocol: 'rstp', instances: [{ enabled: true, priority: spanningTree.priority }] }
        : { protocol: 'none' },
    }),
    ...(mirror && {
      'port-mirror': {
        'monitor-ports': mirror.sources.map(({ port }) => port),
        'analysis-port': mirror.target,
      },
    }),
  };
}
