import { isInSubnet, parseIpv4, getSubnet } from '@northlight/contract/net';
import { type Adjacency, buildAdjacency, listReachableNodes, toNodeKey } from './adjacency.ts';
import { listCabledPorts, listClientGroups } from './client-groups.ts';
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
  const cabled = listCabledPorts(world);
  return [...devices.values()].flatMap((device): Path[] => {
    const at = { deviceId: device.id, deviceName: device.name };
    const own: Path[] =
      device.id === gateway
        ? [{ ...at, kind: 'cloud', why: explainNoInternet(world) }]
        : cabled.has(device.id) && gateway !== undefined
          ? [{ ...at, kind: 'cloud', why: explainNoCloud(world, adjacency, device) }]
          : [];
    if (gateway === undefined || (device.id !== gateway && !cabled.has(device.id))) return own;
    const clientPaths = listClientGroups(device, cabled.get(device.id)).flatMap(
      ({ addresses, vlanId, clients }): Path[] => {
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
      },
    );
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
  if (management.mode === 'static' && parseIpv4(management.gateway) !== parseIpv4(found.ip))
    return `Its gateway ${management.gateway} is not the gateway of ${found.title} (${found.ip}).`;
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
  return (
    explainMissingPort(world, hops, { device: last, vlanId: Number(as) }) ??
    `VLAN ${as} ends at ${devices.get(last)?.name ?? last}: no port carries it towards ${gatewayName}.`
  );
}

/** Names the port of a cable towards the gateway that does not carry a VLAN: that of the device, or the other end. */
function explainMissingPort(
  { devices, links }: ReachWorld,
  hops: ReadonlyMap<string, number>,
  { device, vlanId }: { readonly device: string; readonly vlanId: number },
): string | undefined {
  const getHops = (id: string): number => hops.get(id) ?? Infinity;
  const cable = links
    .map(({ from, to }) => (from.device === device ? { own: from, other: to } : { own: to, other: from }))
    .find(({ other, own }) => own.device === device && getHops(other.device) < getHops(device));
  const missing =
    cable &&
    [cable.own, cable.other].find((end) => {
      const port = devices.get(end.device)?.ports.get(end.port);
      return !port?.tagged.has(vlanId) && !port?.untagged.has(vlanId);
    });
  if (!missing) return undefined;
  const name = devices.get(missing.device)?.name ?? missing.device;
  return `Port ${missing.port.toUpperCase()} of ${name} does not carry VLAN ${vlanId}.`;
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
