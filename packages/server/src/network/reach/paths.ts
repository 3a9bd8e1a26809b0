import { isInSubnet, parseIpv4, getSubnet } from '@northlight/contract/net';
import { computeLastAddress, explainDivertingRoute, explainNoAnswer } from './routes.ts';
import type { ReachDevice, ReachNetwork, ReachWorld } from './world.ts';

/** A path that a device or its clients need; `why` is the reason when it is broken. */
export interface Path {
  readonly kind: 'cloud' | 'addresses' | 'internet';
  /** Id of the device itself, or of the device that the clients are connected to. */
  readonly deviceId: string;
  readonly deviceName: string;
  /** VLAN for wired clients; clients of Wi-Fi have `ssid`, and the device itself has neither. */
  readonly vlanId?: number;
  readonly ssid?: string;
  readonly why: string | undefined;
}

/** Returns a key that identifies a path before and after a change. */
export const formatPathKey = ({ deviceId, kind, ssid, vlanId }: Omit<Path, 'why' | 'deviceName'>): string =>
  `${kind} ${deviceId} ${ssid === undefined ? (vlanId ?? '') : `“${ssid}”`}`;

/**
 * Returns all paths of a project: from each device to the cloud, and from the clients of each VLAN at each
 * device to DHCP and to the internet. Omits devices without a known cable, because their paths are unknown.
 */
export function findPaths(world: ReachWorld): Path[] {
  const { devices, gateway } = world;
  const adjacency = buildAdjacency(world);
  const cabled = new Set(world.links.flatMap(({ from, to }) => [from.device, to.device]));
  return [...devices.values()].flatMap((device): Path[] => {
    const at = { deviceId: device.id, deviceName: device.name };
    const own: Path[] =
      device.id === gateway
        ? [{ ...at, kind: 'cloud', why: explainNoInternet(world) }]
        : cabled.has(device.id) && gateway !== undefined
          ? [{ ...at, kind: 'cloud', why: explainNoCloud(world, adjacency, device) }]
          : [];
    if (gateway === undefined || (device.id !== gateway && !cabled.has(device.id))) return own;
    const clientPaths = listClientGroups(world, device).flatMap(({ addresses, vlanId, clients }): Path[] => {
      const found = findNetwork(world, adjacency, device.id, vlanId);
      const why = typeof found === 'string' ? found : undefined;
      const network = typeof found === 'string' ? undefined : found;
      const noAddress = addresses
        ? undefined
        : (why ?? (network?.pool ? undefined : explainMissingPool(network)));
      return [
        { ...at, ...clients, kind: 'addresses', why: noAddress },
        {
          ...at,
          ...clients,
          kind: 'internet',
          why: why ?? explainNoInternet(world) ?? (network && explainNoReply(world, network)),
        },
      ];
    });
    return [...own, ...clientPaths];
  });
}

const NO_WAN = 'The gateway has no internet connection.';
const explainNoInternet = ({ hasWan, routes }: ReachWorld): string | undefined =>
  hasWan ? explainDivertingRoute(routes) : NO_WAN;

/** Clients have an address of the DHCP pool; without a pool, any address of the network. */
function explainNoReply({ routes }: ReachWorld, network: ReachNetwork): string | undefined {
  const own = getSubnet(parseIpv4(network.ip) ?? 0, network.prefix);
  const anyAddress = { first: own.network, last: computeLastAddress(own.network, own.prefix) };
  return explainNoAnswer(routes, network, network.pool ?? anyAddress);
}

const explainMissingPool = (network: ReachNetwork | undefined): string =>
  `There is no DHCP pool in ${network?.title ?? 'its network'}.`;

interface ClientGroup {
  readonly vlanId: number;
  readonly clients: Pick<Path, 'ssid' | 'vlanId'>;
  /** True if the device itself assigns the clients' addresses. */
  readonly addresses: boolean;
}

/**
 * Returns the groups of clients at a device: by SSID, or by VLAN of the ports that connect no other device.
 */
function listClientGroups({ gateway, links }: ReachWorld, { id, ports, ssids }: ReachDevice): ClientGroup[] {
  const wireless = ssids.map(({ addresses, name, vlanId }): ClientGroup => ({
    addresses,
    vlanId,
    clients: { ssid: name },
  }));
  // Ports of an access point have no wired clients.
  if (wireless.length > 0 && id !== gateway) return wireless;
  const cables = new Set(
    links.flatMap(({ from, to }) => [from, to]).map(({ device, port }) => `${device} ${port}`),
  );
  const open = [...ports.values()].filter(
    (port) => !cables.has(`${id} ${port.id}`) && port.tagged.size === 0,
  );
  const wired = new Set(open.map(({ native }) => native).filter((vlanId) => vlanId > 0));
  return [...wireless, ...[...wired].map((vlanId) => ({ vlanId, clients: { vlanId }, addresses: false }))];
}

function explainNoCloud(
  world: ReachWorld,
  adjacency: Adjacency,
  { id, management }: ReachDevice,
): string | undefined {
  if (!management) return undefined;
  const found = findNetwork(world, adjacency, id, management.vlanId);
  if (typeof found === 'string') return found;
  if (management.mode === 'dhcp' && !found.pool) return explainMissingPool(found);
  if (management.mode === 'static' && !contains(found, management.ip))
    return `Its address ${management.ip} is outside the network of ${found.title} (${found.ip}/${found.prefix}).`;
  const fixed = management.mode === 'static' ? parseIpv4(management.ip) : undefined;
  const back =
    fixed === undefined
      ? explainNoReply(world, found)
      : explainNoAnswer(world.routes, found, { first: fixed, last: fixed });
  return explainNoInternet(world) ?? back;
}

function contains({ ip, prefix }: ReachNetwork, address: string): boolean {
  const [own, other] = [parseIpv4(ip), parseIpv4(address)];
  return own !== undefined && other !== undefined && isInSubnet(other, getSubnet(own, prefix));
}

/**
 * Lists which nodes of the form `device vlan` are connected by a cable that frames cross in both directions.
 */
interface Adjacency {
  readonly onward: ReadonlyMap<string, readonly string[]>;
  readonly back: ReadonlyMap<string, readonly string[]>;
}

const toNodeKey = (device: string, vlanId: number): string => `${device} ${vlanId}`;

function buildAdjacency({ devices, links }: ReachWorld): Adjacency {
  const onward = new Map<string, string[]>();
  const back = new Map<string, string[]>();
  const add = (map: Map<string, string[]>, key: string, value: string): void => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  for (const { from, to } of links)
    for (const [out, into] of [
      [from, to],
      [to, from],
    ] as const) {
      const leaves = devices.get(out.device)?.ports.get(out.port);
      const arrives = devices.get(into.device)?.ports.get(into.port);
      if (!leaves || !arrives) continue;
      const connect = (vlanId: number, then: number): void => {
        add(onward, toNodeKey(out.device, vlanId), toNodeKey(into.device, then));
        add(back, toNodeKey(into.device, then), toNodeKey(out.device, vlanId));
      };
      if (arrives.native > 0) for (const vlanId of leaves.untagged) connect(vlanId, arrives.native);
      for (const vlanId of leaves.tagged) if (arrives.tagged.has(vlanId)) connect(vlanId, vlanId);
    }
  return { onward, back };
}

/** Returns the nodes reachable along the edges, nearest first. */
function listReachableNodes(edges: ReadonlyMap<string, readonly string[]>, start: string): Set<string> {
  const seen = new Set([start]);
  for (const node of seen) for (const next of edges.get(node) ?? []) seen.add(next);
  return seen;
}

/**
 * Returns the network of the gateway that clients of a VLAN at a device reach in both directions, or the
 * reason why there is none.
 */
function findNetwork(
  world: ReachWorld,
  adjacency: Adjacency,
  device: string,
  vlanId: number,
): ReachNetwork | string {
  const { devices, gateway = '', networks } = world;
  const start = toNodeKey(device, vlanId);
  const there = listReachableNodes(adjacency.onward, start);
  const back = listReachableNodes(adjacency.back, start);
  const found = networks.find(
    ({ id }) => there.has(toNodeKey(gateway, id)) && back.has(toNodeKey(gateway, id)),
  );
  if (found) return found;
  const gatewayName = devices.get(gateway)?.name ?? 'The gateway';
  const oneWay = networks.find(({ id }) => there.has(toNodeKey(gateway, id)));
  if (oneWay) return `VLAN ${vlanId} reaches ${gatewayName} in ${oneWay.title}, but replies do not return.`;
  const ends = [...there].map((node) => node.split(' ') as [string, string]);
  const inside = ends.find(([id]) => id === gateway);
  if (inside) return `${gatewayName} has no address in VLAN ${inside[1]}.`;
  const hops = countHops(world, gateway);
  const [last, as] = ends.reduce((nearest, end) =>
    (hops.get(end[0]) ?? Infinity) < (hops.get(nearest[0]) ?? Infinity) ? end : nearest,
  );
  return `VLAN ${as} ends at ${devices.get(last)?.name ?? last}: no port carries it towards ${gatewayName}.`;
}

/** Returns the number of cables between the gateway and each device, regardless of VLANs. */
function countHops({ links }: ReachWorld, gateway: string): ReadonlyMap<string, number> {
  const hops = new Map([[gateway, 0]]);
  for (const [device, count] of hops)
    for (const { from, to } of links)
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const)
        if (one.device === device && !hops.has(other.device)) hops.set(other.device, count + 1);
  return hops;
}
