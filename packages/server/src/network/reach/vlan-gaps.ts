import { type Adjacency, buildAdjacency, listReachableNodes, toNodeKey } from './adjacency.ts';
import { listCabledPorts, listClientGroups } from './client-groups.ts';
import type { ReachLink, ReachPort, ReachWorld } from './world.ts';

/** A port on the way to the gateway that does not carry a VLAN, and the clients that need the VLAN there. */
export interface VlanGap {
  readonly deviceId: string;
  readonly port: string;
  /** The VLAN that is missing at the port. */
  readonly vlanId: number;
  /** Id of the device to which the clients are connected. */
  readonly clientsAt: string;
  /** Ids of the devices from the clients to the gateway, both included. */
  readonly route: readonly string[];
  /** True if the position of a cable of the route is uncertain. */
  readonly isUncertain: boolean;
}

/**
 * Finds the ports that break the way between clients and the DHCP pool of their VLAN. Omits VLANs without a pool, and
 * devices without known cables up to the gateway, because their way is unknown.
 */
export function findVlanGaps(world: ReachWorld): VlanGap[] {
  const { devices, gateway, networks } = world;
  if (gateway === undefined) return [];
  const withPool = new Set(networks.flatMap(({ id, pool }) => (pool ? [id] : [])));
  if (withPool.size === 0) return [];
  const cabled = listCabledPorts(world);
  const uplinks = findUplinks(world, gateway);
  const findBrokenWay = createGapFinder(world, gateway, uplinks);
  return [...devices.values()].flatMap((device) => {
    if (!uplinks.has(device.id)) return [];
    return listClientGroups(device, cabled.get(device.id)).flatMap(({ addresses, vlanId }) =>
      addresses || !withPool.has(vlanId) ? [] : (findBrokenWay(device.id, vlanId) ?? []),
    );
  });
}

/**
 * Returns a function that finds the port which breaks the way of a VLAN between a device and the gateway. It returns
 * undefined for a VLAN that reaches the gateway, also by another way than the shortest.
 */
export function createGapFinder(
  world: ReachWorld,
  gateway: string,
  uplinks: ReadonlyMap<string, Uplink>,
): (deviceId: string, vlanId: number) => VlanGap | undefined {
  const connected = listConnectedNodes(world, gateway);
  return (deviceId, vlanId) =>
    connected.has(toNodeKey(deviceId, vlanId)) ? undefined : findGap(world, uplinks, deviceId, vlanId);
}

/** Finds the first port between a device and the gateway that does not carry a VLAN of the device. */
export function findGap(
  { devices }: Pick<ReachWorld, 'devices'>,
  uplinks: ReadonlyMap<string, Uplink>,
  clientsAt: string,
  vlanId: number,
): VlanGap | undefined {
  const route = listRoute(uplinks, clientsAt);
  const isUncertain = route.some((id) => uplinks.get(id)?.isUncertain === true);
  let vlan = vlanId;
  for (const id of route) {
    const uplink = uplinks.get(id);
    if (!uplink) return undefined;
    const { lower, upper } = uplink;
    const crossed = crossCable(
      devices.get(lower.device)?.ports.get(lower.port),
      devices.get(upper.device)?.ports.get(upper.port),
      vlan,
    );
    if (typeof crossed === 'number') vlan = crossed;
    else {
      const { device: deviceId, port } = crossed === 'lower' ? lower : upper;
      return { deviceId, port, vlanId: vlan, clientsAt, route, isUncertain };
    }
  }
  return undefined;
}

/** The cable by which a device reaches the gateway. */
export interface Uplink {
  readonly lower: ReachLink['from'];
  readonly upper: ReachLink['from'];
  readonly isUncertain: boolean;
}

/** Finds the uplink of each device with known cables up to the gateway, by the smallest number of cables. */
export function findUplinks(
  { links }: Pick<ReachWorld, 'links'>,
  gateway: string,
): ReadonlyMap<string, Uplink> {
  const cables = new Map<string, Uplink[]>();
  const add = (lower: ReachLink['from'], upper: ReachLink['from'], isUncertain: boolean): void => {
    const list = cables.get(upper.device);
    if (list) list.push({ lower, upper, isUncertain });
    else cables.set(upper.device, [{ lower, upper, isUncertain }]);
  };
  for (const { from, isUncertain = false, to } of links) {
    add(from, to, isUncertain);
    add(to, from, isUncertain);
  }
  const uplinks = new Map<string, Uplink>();
  const found = new Set([gateway]);
  for (const device of found)
    for (const cable of cables.get(device) ?? []) {
      if (found.has(cable.lower.device)) continue;
      found.add(cable.lower.device);
      uplinks.set(cable.lower.device, cable);
    }
  return uplinks;
}

/** Lists the devices from one device up to the gateway, both included, as far as the cables are known. */
export function listRoute(uplinks: ReadonlyMap<string, Uplink>, start: string): string[] {
  const route = [start];
  for (const id of route) {
    const next = uplinks.get(id)?.upper.device;
    if (next !== undefined) route.push(next);
  }
  return route;
}

/**
 * Returns the VLAN in which frames arrive at the upper end of a cable, or the end whose port does not carry them in
 * both directions.
 */
function crossCable(
  lower: ReachPort | undefined,
  upper: ReachPort | undefined,
  vlan: number,
): number | 'lower' | 'upper' {
  if (lower?.tagged.has(vlan)) return upper?.tagged.has(vlan) ? vlan : 'upper';
  if (lower?.untagged.has(vlan) !== true || lower.native !== vlan) return 'lower';
  return upper && upper.native > 0 && upper.untagged.has(upper.native) ? upper.native : 'upper';
}

/** Lists the nodes that are connected with a network of the gateway in both directions. */
function listConnectedNodes(world: ReachWorld, gateway: string): ReadonlySet<string> {
  const { back, onward }: Adjacency = buildAdjacency(world);
  return new Set(
    world.networks.flatMap(({ id }) => {
      const sends = listReachableNodes(back, toNodeKey(gateway, id));
      const receives = listReachableNodes(onward, toNodeKey(gateway, id));
      return [...sends].filter((node) => receives.has(node));
    }),
  );
}
