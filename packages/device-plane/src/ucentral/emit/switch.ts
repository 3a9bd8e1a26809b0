import type { ConfigPort, PortCapability } from '@northlight/contract/device-protocol';
import type { DeviceConfig } from '../../contract-types.ts';
import { type Emission, EmissionBuilder, NOT_SUPPORTED } from './emission-builder.ts';
import { checkUnknownPorts, groupMembersByVlan, NATIVE_VLAN } from './ports.ts';
import { REPORTING, type SwitchDocument } from './schema.ts';

/** Parts of our configuration that the schema of switches does not have. */
const UNSUPPORTED_PARTS = ['dhcpPools', 'wan', 'portMappings', 'clientLimits', 'localPassword'] as const;
const MAX_LAGS = 64;

type Interface = SwitchDocument['interfaces'][number];
type Ipv4 = NonNullable<Interface['ipv4']>;
type Ethernet = SwitchDocument['ethernet'][number];

/** Emits the document of a switch; `ports` as reported by the device. */
export function emitSwitch(config: DeviceConfig, ports: readonly PortCapability[]): Emission {
  const builder = new EmissionBuilder();
  builder.addUnsupportedParts(config, UNSUPPORTED_PARTS);
  checkUnknownPorts(config, ports, builder);
  const ethernet = ports.map((port, index) => buildEthernet(config, port, `/ethernet/${index}`, builder));
  const switchSettings = switchPart(config, builder);
  const document: SwitchDocument = {
    ethernet,
    interfaces: buildInterfaces(config, ports, builder),
    ...(switchSettings && { switch: switchSettings }),
    ...REPORTING,
  };
  return builder.build(document);
}

function buildEthernet(
  config: DeviceConfig,
  port: PortCapability,
  pointer: string,
  builder: EmissionBuilder,
): Ethernet {
  const index = config.ports?.findIndex(({ id }) => id === port.id) ?? -1;
  const setting = config.ports?.[index];
  const path = `ports.${index}`;
  if (setting) notePort(pointer, path, setting, builder);
  const limits = {
    ...(setting?.ingressKbps !== undefined && { 'ingress-kbps': setting.ingressKbps }),
    ...(setting?.egressKbps !== undefined && { 'egress-kbps': setting.egressKbps }),
  };
  return {
    'select-ports': [port.id],
    // Switches reject a document without a speed; the highest one does not restrict the negotiation.
    speed: setting && setting.speedMbps > 0 ? setting.speedMbps : port.maxSpeedMbps,
    duplex: setting?.duplex === 'half' ? 'half' : 'full',
    enabled: setting?.enabled ?? true,
    ...(setting?.poe !== undefined && { poe: { 'admin-mode': setting.poe } }),
    ...(Object.keys(limits).length > 0 && { 'rate-limit-port': limits }),
    ...buildLag(config, port.id, pointer, builder),
  };
}

function notePort(pointer: string, path: string, setting: ConfigPort, builder: EmissionBuilder): void {
  builder.noteOrigin(pointer, path);
  builder.noteOrigin(`${pointer}/speed`, `${path}.speedMbps`);
  builder.noteOrigin(`${pointer}/duplex`, `${path}.duplex`);
  builder.noteOrigin(`${pointer}/enabled`, `${path}.enabled`);
  builder.noteOrigin(`${pointer}/poe`, `${path}.poe`);
  builder.noteOrigin(`${pointer}/rate-limit-port/ingress-kbps`, `${path}.ingressKbps`);
  builder.noteOrigin(`${pointer}/rate-limit-port/egress-kbps`, `${path}.egressKbps`);
  if (setting.eee) builder.addIssue(`${path}.eee`);
}

/** Link aggregations are numbered by their ids, so that an unchanged one keeps its number. */
function buildLag(
  { lags = [] }: DeviceConfig,
  portId: string,
  pointer: string,
  builder: EmissionBuilder,
): Pick<Ethernet, 'trunk-group' | 'lacp-config'> {
  const index = lags.findIndex(({ ports }) => ports.includes(portId));
  const lag = lags[index];
  if (!lag) return {};
  const number = Number(/\d+$/.exec(lag.id)?.[0] ?? index + 1);
  if (number < 1 || number > MAX_LAGS) {
    if (lag.ports[0] === portId) builder.addIssue(`lags.${index}`, NOT_SUPPORTED);
    return {};
  }
  builder.noteOrigin(`${pointer}/trunk-group`, `lags.${index}`);
  builder.noteOrigin(`${pointer}/lacp-config`, `lags.${index}.mode`);
  return {
    'trunk-group': number,
    ...(lag.mode === 'lacp' && { 'lacp-config': { 'lacp-enable': true, 'lacp-mode': 'active' as const } }),
  };
}

function buildInterfaces(
  config: DeviceConfig,
  ports: readonly PortCapability[],
  builder: EmissionBuilder,
): Interface[] {
  const managementVlan = config.management?.vlanId ?? NATIVE_VLAN;
  const members = new Map(groupMembersByVlan(config, ports, builder));
  if (!members.has(managementVlan)) members.set(managementVlan, []);
  return [...members].map(([id, list], index): Interface => {
    const pointer = `/interfaces/${index}`;
    const at = config.vlans.findIndex((vlan) => vlan.id === id);
    const vlan = config.vlans[at];
    builder.noteOrigin(pointer, at < 0 ? (id === managementVlan ? 'management' : 'ports') : `vlans.${at}`);
    if (at >= 0) builder.noteOrigin(`${pointer}/vlan/id`, `vlans.${at}.id`);
    const ipv4 =
      id === managementVlan ? buildManagementAddress(config, pointer, builder) : toStaticAddress(vlan);
    return {
      name: vlan?.name ?? `VLAN${id}`,
      role: 'upstream',
      vlan: { id, proto: '802.1q' },
      ...(list.length > 0 && {
        ethernet: list.map(({ path, port, tag }, position) => {
          builder.noteOrigin(`${pointer}/ethernet/${position}`, path);
          return { 'select-ports': [port], 'vlan-tag': tag };
        }),
      }),
      ...(ipv4 && { ipv4 }),
    };
  });
}

const toStaticAddress = (vlan: DeviceConfig['vlans'][number] | undefined): Ipv4 | undefined =>
  vlan?.ip === undefined || vlan.prefix === undefined
    ? undefined
    : { addressing: 'static', subnet: [{ prefix: `${vlan.ip}/${vlan.prefix}` }] };

/** Management address of the switch, and its static routes: the schema has no other field for them. */
function buildManagementAddress(config: DeviceConfig, pointer: string, builder: EmissionBuilder): Ipv4 {
  const { management, staticRoutes = [] } = config;
  builder.noteOrigin(`${pointer}/ipv4`, 'management');
  const routes = staticRoutes.map(({ destination, nextHop, prefix }, index) => {
    builder.noteOrigin(
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

function switchPart(config: DeviceConfig, builder: EmissionBuilder): SwitchDocument['switch'] {
  const { mirror, spanningTree } = config;
  if (!mirror && !spanningTree) return undefined;
  builder.noteOrigin('/switch/loop-detection', 'spanningTree');
  builder.noteOrigin('/switch/loop-detection/instances', 'spanningTree.priority');
  builder.noteOrigin('/switch/port-mirror', 'mirror');
  builder.noteOrigin('/switch/port-mirror/monitor-ports', 'mirror.sources');
  builder.noteOrigin('/switch/port-mirror/analysis-port', 'mirror.target');
  mirror?.sources.forEach(({ direction }, index) => {
    if (direction !== 'both')
      builder.addIssue(`mirror.sources.${index}.direction`, 'This model mirrors both directions.', 'both');
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
