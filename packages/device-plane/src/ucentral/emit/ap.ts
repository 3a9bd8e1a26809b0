import type { Capabilities } from '../../contract-types.ts';
import type { PortCapability } from '@northlight/contract/device-protocol';
import type { DeviceConfig } from '../../contract-types.ts';
import { type Emission, EmissionBuilder } from './emission-builder.ts';
import { noteSsid, OWN_NETWORK, radioEntries, ssidsByNetwork } from './ap-wireless.ts';
import { downstreamOf, portForwards } from './ap-routing.ts';
import { type Membership, membersByVlan, NATIVE_VLAN, refuseUnknownPorts } from './ports.ts';
import { AP_VLAN_MAX, type ApDocument, REPORTING } from './schema.ts';

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
 * Our configuration for an access point; `ports` are those that it told, uplinks first. Every VLAN is an interface of its
 * own, and the networks of wireless policies are the `ssids` of the interface of their VLAN.
 */
export function emitAp(
  config: DeviceConfig,
  { ports, radios }: Pick<Capabilities, 'ports' | 'radios'>,
): Emission {
  const origins = new EmissionBuilder();
  origins.refuseParts(config, UNSUPPORTED_PARTS);
  refuseUnknownPorts(config, ports, origins);
  config.wan?.slice(1).forEach((_wan, index) => origins.refuse(`wan.${index + 1}`));
  const names = selectors(ports);
  const ethernet = ethernetOf(config, names, origins);
  const interfaces = interfacesOf(config, ports, names, origins);
  const air = radioEntries(config, radios, origins);
  return origins.emission({
    interfaces,
    ...(air.length > 0 && { radios: air }),
    ...(ethernet.length > 0 && { ethernet }),
    ...REPORTING,
  });
}

/** The schema's names of ports: `WAN1` and `LAN1` by their place, not the interfaces' own names. */
function selectors(ports: readonly PortCapability[]): ReadonlyMap<string, string> {
  let wan = 0;
  let lan = 0;
  return new Map(
    ports.map(({ id, role }) => [id, role === 'uplink' || role === 'wan' ? `WAN${++wan}` : `LAN${++lan}`]),
  );
}

function interfacesOf(
  config: DeviceConfig,
  ports: readonly PortCapability[],
  names: ReadonlyMap<string, string>,
  origins: EmissionBuilder,
): Interface[] {
  const managementVlan = config.management?.vlanId ?? NATIVE_VLAN;
  const ssids = ssidsByNetwork(config, managementVlan, origins);
  const onAir = [...ssids.keys()].filter((network) => network !== OWN_NETWORK);
  const members = new Map(membersByVlan(config, ports, origins, onAir));
  if (!members.has(managementVlan)) members.set(managementVlan, []);
  const interfaces: Interface[] = [];
  for (const [id, list] of members) {
    const at = config.vlans.findIndex((vlan) => vlan.id === id);
    const vlan = config.vlans[at];
    const own = at < 0 ? (id === managementVlan ? 'management' : 'ports') : `vlans.${at}`;
    const air = ssids.get(id) ?? [];
    if (id > AP_VLAN_MAX) {
      const reason = `This model takes VLANs up to ${AP_VLAN_MAX}.`;
      if (at >= 0 || air.length === 0) origins.refuse(at < 0 ? own : `${own}.id`, reason);
      for (const [index] of air) origins.refuse(`wireless.wlans.${index}.vlanId`, reason);
      continue;
    }
    const pointer = `/interfaces/${interfaces.length}`;
    origins.noteOrigin(pointer, own);
    if (at >= 0) origins.noteOrigin(`${pointer}/vlan/id`, `${own}.id`);
    const routed = vlan?.ip !== undefined && vlan.prefix !== undefined;
    const upstream = id === managementVlan ? upstreamOf(config, pointer, origins) : undefined;
    const placed = vlan && routed ? [...list.filter(isLan(ports)), ...lanOf(vlan, at)] : list;
    interfaces.push({
      name: vlan?.name ?? `VLAN${id}`,
      role: routed ? 'downstream' : 'upstream',
      ...(id !== NATIVE_VLAN && { vlan: { id } }),
      ...(id === managementVlan && { services: ['lldp'] }),
      ...(placed.length > 0 && { ethernet: membersOf(placed, names, pointer, origins) }),
      ...(upstream && { ipv4: upstream }),
      ...(!upstream && vlan && routed && { ipv4: downstreamOf(config, vlan, pointer, origins) }),
      ...(air.length > 0 && { ssids: placedSsids(air, pointer, origins) }),
    });
  }
  const own = ssids.get(OWN_NETWORK) ?? [];
  if (own.length > 0) interfaces.push(ownNetwork(own, `/interfaces/${interfaces.length}`, origins));
  return interfaces;
}

type PlacedSsid = readonly [index: number, ssid: NonNullable<Interface['ssids']>[number]];

const placedSsids = (air: readonly PlacedSsid[], pointer: string, origins: EmissionBuilder) =>
  air.map(([index, ssid], place) => {
    noteSsid(`${pointer}/ssids/${place}`, index, origins);
    return ssid;
  });

/** A network behind the access point, for clients that get their addresses from itself. */
const ownNetwork = (air: readonly PlacedSsid[], pointer: string, origins: EmissionBuilder): Interface => ({
  name: 'OWN',
  role: 'downstream',
  ipv4: {
    addressing: 'static',
    subnet: '192.168.231.1/24',
    dhcp: { 'lease-first': 10, 'lease-count': 241, 'lease-time': '120m' },
  },
  ssids: placedSsids(air, pointer, origins),
});

const isLan =
  (ports: readonly PortCapability[]) =>
  ({ port }: Membership): boolean =>
    ports.some(({ id, role }) => id === port && role !== 'uplink' && role !== 'wan');

/** LAN ports that the project put into a VLAN of a device that routes. */
const lanOf = (vlan: DeviceConfig['vlans'][number], index: number): Membership[] => [
  ...vlan.ports.map((port) => ({ port, tag: 'un-tagged' as const, path: `vlans.${index}.ports` })),
  ...(vlan.taggedPorts ?? []).map((port) => ({
    port,
    tag: 'tagged' as const,
    path: `vlans.${index}.taggedPorts`,
  })),
];

function membersOf(
  members: readonly Membership[],
  names: ReadonlyMap<string, string>,
  pointer: string,
  origins: EmissionBuilder,
): NonNullable<Interface['ethernet']> {
  const known = members.filter(({ path, port }) => {
    if (names.has(port)) return true;
    origins.refuse(path, `The device has no port ${port}.`);
    return false;
  });
  return known.map(({ path, port, tag }, index) => {
    origins.noteOrigin(`${pointer}/ethernet/${index}`, path);
    return { 'select-ports': [names.get(port) ?? port], 'vlan-tag': tag };
  });
}

/** The way out: the management address, else the first way to the internet, else what the network gives. */
function upstreamOf(config: DeviceConfig, pointer: string, origins: EmissionBuilder): Ipv4 {
  const { management, wan: [wan] = [] } = config;
  const said = management ?? wan;
  const forwards = portForwards(config, `${pointer}/ipv4`, origins);
  origins.noteOrigin(`${pointer}/ipv4`, management ? 'management' : 'wan.0');
  const forwarded = forwards.length > 0 ? { 'port-forward': forwards } : {};
  if (said?.mode !== 'static') return { addressing: 'dynamic', ...dnsOf(wan?.dns), ...forwarded };
  return {
    addressing: 'static',
    subnet: `${said.ip}/${said.prefix}`,
    gateway: said.gateway,
    ...dnsOf(said.dns),
    ...forwarded,
  };
}

const dnsOf = (dns: readonly string[] = []): Pick<Ipv4, 'use-dns'> =>
  dns.length > 0 ? { 'use-dns': [...dns] } : {};

function ethernetOf(
  config: DeviceConfig,
  names: ReadonlyMap<string, string>,
  origins: EmissionBuilder,
): NonNullable<ApDocument['ethernet']> {
  const entries: NonNullable<ApDocument['ethernet']> = [];
  config.ports?.forEach((port, index) => {
    const name = names.get(port.id);
    if (name === undefined) return;
    const pointer = `/ethernet/${entries.length}`;
    origins.noteOrigin(pointer, `ports.${index}`);
    origins.noteOrigin(`${pointer}/speed`, `ports.${index}.speedMbps`);
    for (const part of ['ingressKbps', 'egressKbps'] as const)
      if (port[part] !== undefined) origins.refuse(`ports.${index}.${part}`);
    for (const part of ['eee', 'poe'] as const) if (port[part]) origins.refuse(`ports.${index}.${part}`);
    entries.push({
      'select-ports': [name],
      enabled: port.enabled,
      ...(port.speedMbps > 0 && { speed: port.speedMbps }),
      ...(port.duplex !== 'auto' && { duplex: port.duplex }),
    });
  });
  return entries;
}
