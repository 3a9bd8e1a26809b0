import { inSubnet, parseIpv4, subnetOf } from '@northlight/contract/net';
import { endOf, whyDiverted, whyNotAnswered } from './routes.ts';
import type { ReachDevice, ReachNetwork, ReachWorld } from './world.ts';

/** What somebody in the project needs to reach, and whether he does; `why` is a sentence when he does not. */
export interface Way {
  readonly kind: 'cloud' | 'addresses' | 'internet';
  /** The device, or the device at which clients of the VLAN are. */
  readonly deviceId: string;
  readonly deviceName: string;
  /** Of clients at a port; of those in the air, the SSID. Neither for the device itself. */
  readonly vlanId?: number;
  readonly ssid?: string;
  readonly why: string | undefined;
}

/** Names a way: the same before and after a change. */
export const wayKey = ({ deviceId, kind, ssid, vlanId }: Omit<Way, 'why' | 'deviceName'>): string =>
  `${kind} ${deviceId} ${ssid === undefined ? (vlanId ?? '') : `“${ssid}”`}`;

/**
 * Every way of a project: of each device to the cloud, of the clients of each VLAN at each device to addresses and to
 * the internet. Devices that no cable is known of are left out: nobody can tell.
 */
export function waysOf(world: ReachWorld): Way[] {
  const { devices, gateway } = world;
  const air = airOf(world);
  const cabled = new Set(world.links.flatMap(({ from, to }) => [from.device, to.device]));
  return [...devices.values()].flatMap((device): Way[] => {
    const at = { deviceId: device.id, deviceName: device.name };
    const own: Way[] =
      device.id === gateway
        ? [{ ...at, kind: 'cloud', why: whyNotOut(world) }]
        : cabled.has(device.id) && gateway !== undefined
          ? [{ ...at, kind: 'cloud', why: whyNoCloud(world, air, device) }]
          : [];
    if (gateway === undefined || (device.id !== gateway && !cabled.has(device.id))) return own;
    const clients = clientPlaces(world, device).flatMap(({ addresses, vlanId, who }): Way[] => {
      const found = networkFrom(world, air, device.id, vlanId);
      const why = typeof found === 'string' ? found : undefined;
      const network = typeof found === 'string' ? undefined : found;
      const noAddress = addresses ? undefined : (why ?? (network?.pool ? undefined : noPool(network)));
      return [
        { ...at, ...who, kind: 'addresses', why: noAddress },
        {
          ...at,
          ...who,
          kind: 'internet',
          why: why ?? whyNotOut(world) ?? (network && whyNotBack(world, network)),
        },
      ];
    });
    return [...own, ...clients];
  });
}

const NO_WAY_OUT = 'The gateway has no way to the internet.';
const whyNotOut = ({ hasWayOut, routes }: ReachWorld): string | undefined =>
  hasWayOut ? whyDiverted(routes) : NO_WAY_OUT;

/** Clients have an address of the pool, or any when there is none. */
function whyNotBack({ routes }: ReachWorld, network: ReachNetwork): string | undefined {
  const own = subnetOf(parseIpv4(network.ip) ?? 0, network.prefix);
  const whole = { first: own.network, last: endOf(own.network, own.prefix) };
  return whyNotAnswered(routes, network, network.pool ?? whole);
}

const noPool = (network: ReachNetwork | undefined): string =>
  `No DHCP pool gives addresses in ${network?.title ?? 'its network'}.`;

interface ClientPlace {
  readonly vlanId: number;
  readonly who: Pick<Way, 'ssid' | 'vlanId'>;
  /** They get them from the device itself. */
  readonly addresses: boolean;
}

/** Where clients are at a device: at ports that lead to no device of the project, and at SSIDs. */
function clientPlaces({ links }: ReachWorld, { id, ports, ssids }: ReachDevice): ClientPlace[] {
  const air = ssids.map(({ addresses, name, vlanId }): ClientPlace => ({
    addresses,
    vlanId,
    who: { ssid: name },
  }));
  // A device with radios has no ports for clients.
  if (air.length > 0) return air;
  const cables = new Set(
    links.flatMap(({ from, to }) => [from, to]).map(({ device, port }) => `${device} ${port}`),
  );
  const open = [...ports.values()].filter(
    (port) => !cables.has(`${id} ${port.id}`) && port.tagged.size === 0,
  );
  const wired = new Set(open.map(({ native }) => native).filter((vlanId) => vlanId > 0));
  return [...wired].map((vlanId) => ({ vlanId, who: { vlanId }, addresses: false }));
}

function whyNoCloud(world: ReachWorld, air: Air, { id, management }: ReachDevice): string | undefined {
  if (!management) return undefined;
  const found = networkFrom(world, air, id, management.vlanId);
  if (typeof found === 'string') return found;
  if (management.mode === 'dhcp' && !found.pool) return noPool(found);
  if (management.mode === 'static' && !holds(found, management.ip))
    return `Its address ${management.ip} is not in the network of ${found.title} (${found.ip}/${found.prefix}).`;
  const fixed = management.mode === 'static' ? parseIpv4(management.ip) : undefined;
  const back =
    fixed === undefined
      ? whyNotBack(world, found)
      : whyNotAnswered(world.routes, found, { first: fixed, last: fixed });
  return whyNotOut(world) ?? back;
}

function holds({ ip, prefix }: ReachNetwork, address: string): boolean {
  const [own, other] = [parseIpv4(ip), parseIpv4(address)];
  return own !== undefined && other !== undefined && inSubnet(other, subnetOf(own, prefix));
}

/** Which (device, VLAN) hands frames to which: `device vlan` → the same. */
interface Air {
  readonly onward: ReadonlyMap<string, readonly string[]>;
  readonly back: ReadonlyMap<string, readonly string[]>;
}

const nodeOf = (device: string, vlanId: number): string => `${device} ${vlanId}`;

function airOf({ devices, links }: ReachWorld): Air {
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
      const hand = (vlanId: number, then: number): void => {
        add(onward, nodeOf(out.device, vlanId), nodeOf(into.device, then));
        add(back, nodeOf(into.device, then), nodeOf(out.device, vlanId));
      };
      if (arrives.native > 0) for (const vlanId of leaves.untagged) hand(vlanId, arrives.native);
      for (const vlanId of leaves.tagged) if (arrives.tagged.has(vlanId)) hand(vlanId, vlanId);
    }
  return { onward, back };
}

/** All that can be reached along the edges, in the order in which it is. */
function reached(edges: ReadonlyMap<string, readonly string[]>, start: string): Set<string> {
  const seen = new Set([start]);
  for (const node of seen) for (const next of edges.get(node) ?? []) seen.add(next);
  return seen;
}

/** The gateway's network that frames of a VLAN come to from a device, there and back; or why there is none. */
function networkFrom(world: ReachWorld, air: Air, device: string, vlanId: number): ReachNetwork | string {
  const { devices, gateway = '', networks } = world;
  const start = nodeOf(device, vlanId);
  const there = reached(air.onward, start);
  const back = reached(air.back, start);
  const found = networks.find(({ id }) => there.has(nodeOf(gateway, id)) && back.has(nodeOf(gateway, id)));
  if (found) return found;
  const gatewayName = devices.get(gateway)?.name ?? 'The gateway';
  const oneWay = networks.find(({ id }) => there.has(nodeOf(gateway, id)));
  if (oneWay) return `VLAN ${vlanId} reaches ${gatewayName} in ${oneWay.title}, and nothing comes back.`;
  const ends = [...there].map((node) => node.split(' ') as [string, string]);
  const inside = ends.find(([id]) => id === gateway);
  if (inside) return `${gatewayName} has no address in VLAN ${inside[1]}.`;
  const hops = hopsFrom(world, gateway);
  const [last, as] = ends.reduce((nearest, end) =>
    (hops.get(end[0]) ?? Infinity) < (hops.get(nearest[0]) ?? Infinity) ? end : nearest,
  );
  return `VLAN ${as} ends at ${devices.get(last)?.name ?? last}: no port carries it towards ${gatewayName}.`;
}

/** Cables between the gateway and each device, whatever they carry. */
function hopsFrom({ links }: ReachWorld, gateway: string): ReadonlyMap<string, number> {
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
