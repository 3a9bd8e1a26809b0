import type { Capabilities } from '../../contract-types.ts';
import type { PortCapability } from '@northlight/contract/device-protocol';
import type { DeviceConfig } from '../../contract-types.ts';
import { type Emission, EmissionBuilder } from './emission-builder.ts';
import { recordSsid, OWN_NETWORK, listRadioEntries, groupSsidsByNetwork } from './ap-wireless.ts';
import { buildDownstreamAddress, listPortForwards } from './ap-routing.ts';
import { checkUnknownPorts, groupMembersByVlan, type Membership, NATIVE_VLAN } from './ports.ts';
import { AP_REPORTING, AP_VLAN_MAX, type ApDocument } from './schema.ts';

const UNSUPPORTED_PARTS = [
  'staticRoutes',
  'clientLimits',
  'lags',
  'spanningTree',
  'mirror',
  'localPassword',
] as const;

type Interface = ApDocument['interfaces'][number];
type Ipv4 = NonNullable<Interface['ipv4']>;

/**
 * Emits the document of an access point. `ports` are those that the device reported, uplinks first. Every
 * VLAN is an interface, and its Wi-Fi networks are the `ssids` of this interface.
 */
export function emitAp(
  config: DeviceConfig,
  { ports, radios }: Pick<Capabilities, 'ports' | 'radios'>,
): Emission {
  const builder = new EmissionBuilder();
  builder.addUnsupportedParts(config, UNSUPPORTED_PARTS);
  checkUnknownPorts(config, ports, builder);
  config.wan?.slice(1).forEach((_wan, index) => builder.addIssue(`wan.${index + 1}`));
  const names = buildPortNames(ports);
  const ethernet = buildEthernet(config, names, builder);
  const interfaces = buildInterfaces(config, ports, names, builder);
  const radioSettings = listRadioEntries(config, radios, builder);
  return builder.build({
    interfaces,
    ...(radioSettings.length > 0 && { radios: radioSettings }),
    ...(ethernet.length > 0 && { ethernet }),
    ...AP_REPORTING,
  });
}

/**
 * Returns the names of ports in the schema, which are not the interface names: `WAN1`, `WAN2` and so on by
 * position, `WAN` for a single port, and the same for `LAN`. A device ignores a name that selects no port, so
 * that a wrong name cuts it off.
 */
function buildPortNames(ports: readonly PortCapability[]): ReadonlyMap<string, string> {
  const isWan = ({ role }: PortCapability): boolean => role === 'uplink' || role === 'wan';
  const nameSide = (side: string, list: readonly PortCapability[]) =>
    list.map(({ id }, index) => [id, list.length === 1 ? side : `${side}${index + 1}`] as const);
  return new Map([
    ...nameSide('WAN', ports.filter(isWan)),
    ...nameSide(
      'LAN',
      ports.filter((port) => !isWan(port)),
    ),
  ]);
}

function buildInterfaces(
  config: DeviceConfig,
  ports: readonly PortCapability[],
  names: ReadonlyMap<string, string>,
  builder: EmissionBuilder,
): Interface[] {
  const managementVlan = config.management?.vlanId ?? NATIVE_VLAN;
  const ssids = groupSsidsByNetwork(config, builder);
  const wirelessVlans = [...ssids.keys()].filter((network) => network !== OWN_NETWORK);
  const members = groupMembersByVlan(config, ports, builder, [...wirelessVlans, managementVlan]);
  const interfaces: Interface[] = [];
  for (const [id, list] of members) {
    const at = config.vlans.findIndex((vlan) => vlan.id === id);
    const vlan = config.vlans[at];
    const origin = at < 0 ? (id === managementVlan ? 'management' : 'ports') : `vlans.${at}`;
    const vlanSsids = ssids.get(id) ?? [];
    if (id > AP_VLAN_MAX) {
      const reason = `This model supports VLANs up to ${AP_VLAN_MAX}.`;
      if (at >= 0 || vlanSsids.length === 0) builder.addIssue(at < 0 ? origin : `${origin}.id`, reason);
      for (const [index] of vlanSsids) builder.addIssue(`wireless.wlans.${index}.vlanId`, reason);
      continue;
    }
    const pointer = `/interfaces/${interfaces.length}`;
    builder.noteOrigin(pointer, origin);
    if (at >= 0) builder.noteOrigin(`${pointer}/vlan/id`, `${origin}.id`);
    const routed = vlan?.ip !== undefined && vlan.prefix !== undefined;
    const upstream = id === managementVlan ? buildUpstreamAddress(config, pointer, builder) : undefined;
    const memberships = vlan && routed ? [...list.filter(isLan(ports)), ...listLanMembers(vlan, at)] : list;
    interfaces.push({
      name: vlan?.name ?? `VLAN${id}`,
      role: routed ? 'downstream' : 'upstream',
      ...(id !== NATIVE_VLAN && { vlan: { id } }),
      ...(id === managementVlan && { services: ['lldp'] }),
      ...(memberships.length > 0 && { ethernet: buildMembers(memberships, names, pointer, builder) }),
      ...(upstream && { ipv4: upstream }),
      ...(!upstream && vlan && routed && { ipv4: buildDownstreamAddress(config, vlan, pointer, builder) }),
      ...(vlanSsids.length > 0 && { ssids: recordSsids(vlanSsids, pointer, builder) }),
    });
  }
  const ownSsids = ssids.get(OWN_NETWORK) ?? [];
  if (ownSsids.length > 0)
    interfaces.push(emitOwnNetwork(ownSsids, `/interfaces/${interfaces.length}`, builder));
  return interfaces;
}

type IndexedSsid = readonly [index: number, ssid: NonNullable<Interface['ssids']>[number]];

/** Returns the SSIDs and records `pointer` as the place of their parts in the document. */
const recordSsids = (ssids: readonly IndexedSsid[], pointer: string, builder: EmissionBuilder) =>
  ssids.map(([index, ssid], position) => {
    recordSsid(`${pointer}/ssids/${position}`, index, builder);
    return ssid;
  });

/** Returns a network behind the access point, for clients that get their addresses from it. */
const emitOwnNetwork = (
  ssids: readonly IndexedSsid[],
  pointer: string,
  builder: EmissionBuilder,
): Interface => ({
  name: 'OWN',
  role: 'downstream',
  ipv4: {
    addressing: 'static',
    subnet: '192.168.231.1/24',
    dhcp: { 'lease-first': 10, 'lease-count': 241, 'lease-time': '120m' },
  },
  ssids: recordSsids(ssids, pointer, builder),
});

const isLan =
  (ports: readonly PortCapability[]) =>
  ({ port }: Membership): boolean =>
    ports.some(({ id, role }) => id === port && role !== 'uplink' && role !== 'wan');

/** Lists the LAN ports that belong to a routed VLAN. */
const listLanMembers = (vlan: DeviceConfig['vlans'][number], index: number): Membership[] => [
  ...vlan.ports.map((port) => ({ port, tag: 'un-tagged' as const, path: `vlans.${index}.ports` })),
  ...(vlan.taggedPorts ?? []).map((port) => ({
    port,
    tag: 'tagged' as const,
    path: `vlans.${index}.taggedPorts`,
  })),
];

function buildMembers(
  members: readonly Membership[],
  names: ReadonlyMap<string, string>,
  pointer: string,
  builder: EmissionBuilder,
): NonNullable<Interface['ethernet']> {
  const known = members.filter(({ path, port }) => {
    if (names.has(port)) return true;
    builder.addIssue(path, `The device has no port ${port}.`);
    return false;
  });
  return known.map(({ path, port, tag }, index) => {
    builder.noteOrigin(`${pointer}/ethernet/${index}`, path);
    return { 'select-ports': [names.get(port) ?? port], 'vlan-tag': tag };
  });
}

/**
 * Returns the uplink address: that of the management settings, otherwise of the first internet connection,
 * otherwise DHCP.
 */
function buildUpstreamAddress(config: DeviceConfig, pointer: string, builder: EmissionBuilder): Ipv4 {
  const { management, wan: [wan] = [] } = config;
  const settings = management ?? wan;
  const forwards = listPortForwards(config, `${pointer}/ipv4`, builder);
  builder.noteOrigin(`${pointer}/ipv4`, management ? 'management' : 'wan.0');
  const forwarded = forwards.length > 0 ? { 'port-forward': forwards } : {};
  if (settings?.mode !== 'static') return { addressing: 'dynamic', ...buildDns(wan?.dns), ...forwarded };
  return {
    addressing: 'static',
    subnet: `${settings.ip}/${settings.prefix}`,
    gateway: settings.gateway,
    ...buildDns(settings.dns),
    ...forwarded,
  };
}

const buildDns = (dns: readonly string[] = []): Pick<Ipv4, 'use-dns'> =>
  dns.length > 0 ? { 'use-dns': [...dns] } : {};

function buildEthernet(
  config: DeviceConfig,
  names: ReadonlyMap<string, string>,
  builder: EmissionBuilder,
): NonNullable<ApDocument['ethernet']> {
  const entries: NonNullable<ApDocument['ethernet']> = [];
  config.ports?.forEach((port, index) => {
    const name = names.get(port.id);
    if (name === undefined) return;
    const pointer = `/ethernet/${entries.length}`;
    builder.noteOrigin(pointer, `ports.${index}`);
    builder.noteOrigin(`${pointer}/speed`, `ports.${index}.speedMbps`);
    for (const part of ['ingressKbps', 'egressKbps'] as const)
      if (port[part] !== undefined) builder.addIssue(`ports.${index}.${part}`);
    for (const part of ['eee', 'poe'] as const) if (port[part]) builder.addIssue(`ports.${index}.${part}`);
    entries.push({
      'select-ports': [name],
      enabled: port.enabled,
      ...(port.speedMbps > 0 && { speed: port.speedMbps }),
      ...(port.duplex !== 'auto' && { duplex: port.duplex }),
    });
  });
  return entries;
}
