import type { ConfigPort, PortCapability } from '@northlight/contract/device-protocol';
import type { DeviceConfig } from '../../contract-types.ts';
import { type Emission, EmissionBuilder } from './emission-builder.ts';
import { checkUnknownPorts, groupMembersByVlan, NATIVE_VLAN } from './ports.ts';
import { REPORTING, SWITCH_SPEEDS_MBPS, type SwitchDocument } from './schema.ts';

/**
 * Parts of the configuration that switches do not execute. The schema has `trunk-group`, `lacp-config`,
 * `port-mirror` and `rate-limit-port`, but the client ignores them without an error, so that they are not
 * sent.
 */
const UNSUPPORTED_PARTS = [
  'dhcpPools',
  'wan',
  'portMappings',
  'clientLimits',
  'localPassword',
  'lags',
  'mirror',
] as const;

type Interface = SwitchDocument['interfaces'][number];
type Ipv4 = NonNullable<Interface['ipv4']>;
type Ethernet = SwitchDocument['ethernet'][number];

type Speed = (typeof SWITCH_SPEEDS_MBPS)[number];
/**
 * Speed of a port without PoE that had no link yet (Mbit/s). Most of these ports take optical modules, and their link
 * does not come up at a lower speed than that of the module. Switches ignore a speed that a port does not have.
 */
const UNKNOWN_SPEED_MBPS = 10_000;
/** Speed of a port with PoE that had no link yet (Mbit/s). */
const UNKNOWN_POE_SPEED_MBPS = 1_000;

/**
 * Emits the document of a switch. It lists every port, because a switch turns off the ports that are not listed, and
 * their PoE.
 *
 * @param ports the ports that the device reported
 * @param unlinked ids of the ports that had no link yet, so that their speed is not known
 */
export function emitSwitch(
  config: DeviceConfig,
  ports: readonly PortCapability[],
  unlinked: ReadonlySet<string> = new Set(),
): Emission {
  const builder = new EmissionBuilder();
  builder.addUnsupportedParts(config, UNSUPPORTED_PARTS);
  checkUnknownPorts(config, ports, builder);
  const ethernet = ports.map((port, index) =>
    buildEthernet(config, port, unlinked.has(port.id), `/ethernet/${index}`, builder),
  );
  const interfaces = buildInterfaces(config, ports, builder);
  const switchSettings = emitSwitchPart(
    config,
    interfaces.map(({ vlan }) => vlan.id),
    builder,
  );
  const document: SwitchDocument = {
    ethernet,
    interfaces,
    ...(switchSettings && { switch: switchSettings }),
    ...REPORTING,
  };
  return builder.build(document);
}

function buildEthernet(
  config: DeviceConfig,
  port: PortCapability,
  isUnlinked: boolean,
  pointer: string,
  builder: EmissionBuilder,
): Ethernet {
  const index = config.ports?.findIndex(({ id }) => id === port.id) ?? -1;
  const setting = config.ports?.[index];
  const path = `ports.${index}`;
  if (setting) recordPort(pointer, path, setting, port, builder);
  return {
    'select-ports': [port.id],
    speed: chooseSpeed(setting, port, isUnlinked, path, builder),
    duplex: setting?.duplex === 'half' ? 'half' : 'full',
    enabled: setting?.enabled ?? true,
    // Sends `poe` for every PoE port, because switches turn PoE off at a port whose entry has none.
    ...(port.poe && { poe: { 'admin-mode': setting?.poe ?? true } }),
  };
}

/**
 * Returns the speed of a port. Switches reject an entry without one, also for auto-negotiation, which gets the highest
 * speed of the links that the port had.
 */
function chooseSpeed(
  setting: ConfigPort | undefined,
  port: PortCapability,
  isUnlinked: boolean,
  path: string,
  builder: EmissionBuilder,
): Speed {
  const { speedMbps = 0 } = setting ?? {};
  const fixed = findSpeed(speedMbps);
  if (fixed !== undefined) return fixed;
  if (speedMbps > 0)
    builder.addIssue(`${path}.speedMbps`, `The software of this switch cannot set ${speedMbps} Mbit/s.`);
  if (isUnlinked) return port.poe ? UNKNOWN_POE_SPEED_MBPS : UNKNOWN_SPEED_MBPS;
  // The next lower speed, which a port of 40 Gbit/s does not have and therefore ignores.
  return SWITCH_SPEEDS_MBPS.findLast((speed) => speed <= port.maxSpeedMbps) ?? SWITCH_SPEEDS_MBPS[0];
}

const findSpeed = (mbps: number): Speed | undefined => SWITCH_SPEEDS_MBPS.find((speed) => speed === mbps);

function recordPort(
  pointer: string,
  path: string,
  setting: ConfigPort,
  port: PortCapability,
  builder: EmissionBuilder,
): void {
  builder.noteOrigin(pointer, path);
  builder.noteOrigin(`${pointer}/speed`, `${path}.speedMbps`);
  builder.noteOrigin(`${pointer}/duplex`, `${path}.duplex`);
  builder.noteOrigin(`${pointer}/enabled`, `${path}.enabled`);
  builder.noteOrigin(`${pointer}/poe`, `${path}.poe`);
  for (const field of ['ingressKbps', 'egressKbps'] as const)
    if (setting[field] !== undefined) builder.addIssue(`${path}.${field}`);
  if (setting.eee) builder.addIssue(`${path}.eee`);
  if (setting.poe === true && !port.poe) builder.addIssue(`${path}.poe`);
}

function buildInterfaces(
  config: DeviceConfig,
  ports: readonly PortCapability[],
  builder: EmissionBuilder,
): Interface[] {
  const managementVlan = config.management?.vlanId ?? NATIVE_VLAN;
  const members = groupMembersByVlan(config, ports, builder, [managementVlan]);
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

/**
 * Returns the management address of the switch with its static routes, for which the schema has no other
 * field.
 */
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

/** Returns the spanning tree, with an instance of the same priority for each VLAN of the switch. */
function emitSwitchPart(
  { spanningTree }: DeviceConfig,
  vlanIds: readonly number[],
  builder: EmissionBuilder,
): SwitchDocument['switch'] {
  if (!spanningTree) return undefined;
  builder.noteOrigin('/switch', 'spanningTree');
  builder.noteOrigin('/switch/loop-detection/instances', 'spanningTree.priority');
  const { enabled, priority } = spanningTree;
  return {
    'loop-detection': enabled
      ? { protocol: 'rpvstp', instances: vlanIds.map((id) => ({ id, enabled, priority })) }
      : { protocol: 'none' },
  };
}
