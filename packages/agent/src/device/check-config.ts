import type { ApplyOutcome } from '../link/index.ts';
import { LAN_VLAN_ID } from '@northlight/contract';
import type {
  Capabilities,
  ConfigIssue,
  ConfigWan,
  DeviceConfig,
  Feature,
} from '@northlight/contract/device-protocol';
import { checkPorts, type IssueCollector } from './check-ports.ts';
import { checkWireless } from './check-wireless.ts';

/** Parts of a configuration, the feature that each requires, and the display name. */
const PARTS: readonly (readonly [keyof DeviceConfig, Feature, string])[] = [
  ['vlans', 'vlan', 'VLANs'],
  ['dhcpPools', 'dhcp', 'DHCP server'],
  ['wan', 'wan', 'WAN settings'],
  ['staticRoutes', 'static-route', 'static routes'],
  ['portMappings', 'port-mapping', 'port mappings'],
  ['clientLimits', 'client-limit', 'limits per client'],
  ['ports', 'port-mode', 'port settings'],
  ['lags', 'lag', 'link aggregation'],
  ['spanningTree', 'spanning-tree', 'spanning tree'],
  ['mirror', 'mirror', 'port mirror'],
  ['management', 'management-ip', 'management address'],
  ['wireless', 'wifi', 'Wi-Fi'],
  ['mesh', 'mesh', 'mesh settings'],
  ['bridge', 'bridge-link', 'bridge link'],
];

const COUNT_LIMITS = {
  vlans: ['vlans', 'VLANs'],
  dhcpPools: ['dhcpPools', 'DHCP pools'],
  staticRoutes: ['staticRoutes', 'static routes'],
  portMappings: ['portMappings', 'port mappings'],
} as const satisfies Partial<Record<keyof DeviceConfig, readonly [keyof Capabilities['limits'], string]>>;

/**
 * Checks a configuration against capabilities. The result is applied, partial with substitutions, or
 * rejected.
 */
export function checkConfig(config: DeviceConfig, caps: Capabilities): ApplyOutcome {
  const refusals: ConfigIssue[] = [];
  const substitutions: ConfigIssue[] = [];
  const collector: IssueCollector = {
    refuse: (path, reason) => refusals.push({ path, reason }),
    substitute: (path, reason, substitution) => substitutions.push({ path, reason, substitution }),
  };
  checkParts(config, caps, collector);
  checkVlans(config, caps, collector);
  checkWan(config, caps, collector);
  checkPorts(config, caps, collector);
  checkWireless(config, caps, collector);
  if (refusals.length > 0) return { status: 'rejected', issues: refusals };
  return { status: substitutions.length > 0 ? 'partial' : 'applied', issues: substitutions };
}

/** Removes the parts of a configuration that a device with these features does not support. */
export function omitUnsupported(config: DeviceConfig, { features, limits }: Capabilities): DeviceConfig {
  const missing = new Set<string>(
    PARTS.filter(([, feature]) => !features.includes(feature)).map(([part]) => part),
  );
  const kept = Object.fromEntries(Object.entries(config).filter(([part]) => !missing.has(part)));
  const left: DeviceConfig = { dhcpPools: [], ...kept, vlans: listSupportedVlans(config, features) };
  if (!left.wan) return left;
  const wan = left.wan.flatMap((settings): ConfigWan[] => {
    if (settings.mode !== 'pppoe') return [settings];
    if (!features.includes('pppoe')) return [];
    return [{ ...settings, lines: settings.lines.slice(0, limits.pppoeLines ?? 1) }];
  });
  return { ...left, wan };
}

/** A gateway without VLANs has one network, its LAN, which the configuration contains as VLAN 1. */
const isSupportedVlan = ({ id }: DeviceConfig['vlans'][number], features: readonly Feature[]): boolean =>
  features.includes('vlan') || (id === LAN_VLAN_ID && features.includes('dhcp'));

const listSupportedVlans = ({ vlans }: DeviceConfig, features: readonly Feature[]) =>
  vlans.filter((vlan) => isSupportedVlan(vlan, features));

const listUnsupportedVlans = ({ vlans }: DeviceConfig, features: readonly Feature[]) =>
  vlans.filter((vlan) => !isSupportedVlan(vlan, features));

function checkParts(
  config: DeviceConfig,
  { features, limits }: Capabilities,
  collector: IssueCollector,
): void {
  for (const [part, feature, name] of PARTS) {
    const value = part === 'vlans' ? listUnsupportedVlans(config, features) : config[part];
    const isSet = Array.isArray(value) ? value.length > 0 : value !== undefined;
    if (isSet && !features.includes(feature))
      collector.substitute(part, `This model has no ${name}.`, 'This part is left out.');
  }
  if (!features.includes('dhcp-reservation'))
    for (const [index, { reservations = [] }] of config.dhcpPools.entries())
      if (reservations.length > 0)
        collector.substitute(
          `dhcpPools.${index}.reservations`,
          'This device does not support address reservations.',
          'The reservations are left out.',
        );
  for (const [part, [limit, name]] of Object.entries(COUNT_LIMITS)) {
    const max = limits[limit];
    const value = config[part as keyof typeof COUNT_LIMITS] ?? [];
    if (value.length > max) collector.refuse(part, `This model supports at most ${max} ${name}.`);
  }
}

function checkVlans(
  { vlans }: DeviceConfig,
  { limits, ports }: Capabilities,
  collector: IssueCollector,
): void {
  for (const [index, vlan] of vlans.entries()) {
    // Accepts the LAN, which is always VLAN 1, even below the model's VLAN range.
    if (vlan.id !== LAN_VLAN_ID && (vlan.id < limits.vlanMin || vlan.id > limits.vlanMax))
      collector.refuse(
        `vlans.${index}.id`,
        `The VLAN ID must be between ${limits.vlanMin} and ${limits.vlanMax} on this model.`,
      );
    for (const field of ['ports', 'taggedPorts'] as const)
      for (const [position, port] of (vlan[field] ?? []).entries())
        if (!ports.some(({ id, role }) => id === port && role !== 'wan'))
          collector.substitute(
            `vlans.${index}.${field}.${position}`,
            `This device has no LAN port ${port}.`,
            'The port is left out.',
          );
  }
}

function checkWan({ wan = [] }: DeviceConfig, caps: Capabilities, collector: IssueCollector): void {
  const { features, ports } = caps;
  if (!features.includes('wan')) return;
  for (const [index, settings] of wan.entries()) {
    const { port } = settings;
    if (settings.mode === 'pppoe') checkLines(settings.lines.length, `wan.${index}`, caps, collector);
    if (!ports.some(({ id, role }) => id === port && role === 'wan'))
      collector.substitute(`wan.${index}`, `This device has no WAN port ${port}.`, 'This WAN is left out.');
    if (wan.findIndex((other) => other.port === port) < index)
      collector.refuse(`wan.${index}.port`, `${port} has two settings.`);
  }
}

function checkLines(
  lines: number,
  at: string,
  { features, limits }: Capabilities,
  collector: IssueCollector,
): void {
  const max = limits.pppoeLines ?? 1;
  if (!features.includes('pppoe'))
    collector.substitute(`${at}.mode`, 'This device does not support PPPoE.', 'This WAN is left out.');
  else if (lines > max)
    collector.substitute(
      `${at}.lines`,
      `This device supports at most ${max} PPPoE lines on a port.`,
      `The first ${max} are used.`,
    );
}
