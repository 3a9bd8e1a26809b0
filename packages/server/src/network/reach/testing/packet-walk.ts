import { parseIpv4Number } from './ipv4-number.ts';
import type { ReachWorld } from '../world.ts';

/** A frame that has entered a device, with its VLAN there. */
interface Frame {
  readonly device: string;
  readonly vlanId: number;
}

/**
 * Simulates flooding: sends every frame that arrives out of each port by its rules, cable by cable, until no
 * further frame arrives. Shares no code with the implementation that it verifies.
 */
function flood(world: ReachWorld, device: string, vlanId: number): Frame[] {
  const arrived: Frame[] = [{ device, vlanId }];
  const flying: Frame[] = [{ device, vlanId }];
  while (flying.length > 0) {
    const frame = flying.shift() as Frame;
    const here = world.devices.get(frame.device);
    if (!here) continue;
    for (const port of here.ports.values()) {
      const bare = port.untagged.has(frame.vlanId);
      if (!bare && !port.tagged.has(frame.vlanId)) continue;
      const tag = bare ? undefined : frame.vlanId;
      for (const { from, to } of world.links) {
        const other =
          from.device === here.id && from.port === port.id
            ? to
            : to.device === here.id && to.port === port.id
              ? from
              : undefined;
        const entry = other && world.devices.get(other.device)?.ports.get(other.port);
        if (!other || !entry) continue;
        const inside = tag === undefined ? entry.native : entry.tagged.has(tag) ? tag : 0;
        if (inside === 0) continue;
        if (arrived.some((each) => each.device === other.device && each.vlanId === inside)) continue;
        const landed = { device: other.device, vlanId: inside };
        arrived.push(landed);
        flying.push(landed);
      }
    }
  }
  return arrived;
}

const toBits = (address: number): string => address.toString(2).padStart(32, '0');

/** Returns the next hop of a packet at the gateway, by the longest matching prefix, compared bit by bit. */
function findNextHop(world: ReachWorld, address: number): 'out' | 'here' | 'on' {
  const table = [
    { start: '', to: 'out' as const },
    ...world.networks.map(({ ip, prefix }) => ({
      start: toBits(parseIpv4Number(ip)).slice(0, prefix),
      to: 'here' as const,
    })),
    ...world.routes.map(({ destination, into, prefix }) => ({
      start: toBits(destination).slice(0, prefix),
      // A next hop outside the networks leads to the internet as well.
      to: into === undefined && prefix < 8 ? ('out' as const) : ('on' as const),
    })),
  ];
  const fitting = table.filter(({ start }) => toBits(address).startsWith(start));
  const longest = Math.max(...fitting.map(({ start }) => start.length));
  const best = fitting.filter(({ start }) => start.length === longest);
  // Connected networks take precedence over static routes, and static routes over the WAN.
  return (best.find(({ to }) => to === 'here') ?? best.at(-1))?.to ?? 'out';
}

/** One address in each eighth of the IPv4 address space. */
const FAR = [1, 33, 65, 97, 129, 161, 193, 222].map((first) => first * 2 ** 24 + 0x020304);

/** Returns whether packets to the internet leave by a WAN port and replies reach each of these addresses. */
const reachesInternet = (world: ReachWorld, first: number, last: number): boolean =>
  world.hasWan &&
  FAR.every((address) => findNextHop(world, address) === 'out') &&
  Array.from({ length: last - first + 1 }, (_, index) => first + index).every(
    (address) => findNextHop(world, address) === 'here',
  );

function listClientAddresses({ ip, pool }: ReachWorld['networks'][number]): [number, number] {
  // Uses /24 networks, like the generated projects of the property test.
  const start = Math.floor(parseIpv4Number(ip) / 256) * 256;
  return pool ? [pool.first, pool.last] : [start, start + 255];
}

/** Returns the gateway's network whose frames travel between it and this VLAN of the device in both directions. */
function findGatewayNetwork(world: ReachWorld, device: string, vlanId: number) {
  const received = flood(world, device, vlanId).filter((frame) => frame.device === world.gateway);
  return world.networks.find(
    (network) =>
      received.some((frame) => frame.vlanId === network.id) &&
      flood(world, world.gateway ?? '', network.id).some(
        (frame) => frame.device === device && frame.vlanId === vlanId,
      ),
  );
}

/** Returns whether each path works, by the key that the preview uses. */
export function walkPaths(world: ReachWorld): Map<string, boolean> {
  const paths = new Map<string, boolean>();
  const isCabled = (id: string): boolean =>
    world.links.some(({ from, to }) => from.device === id || to.device === id);
  for (const device of world.devices.values()) {
    const isGateway = device.id === world.gateway;
    if (isGateway) paths.set(`cloud ${device.id} `, reachesInternet(world, 0, -1));
    if (world.gateway === undefined || (!isGateway && !isCabled(device.id))) continue;
    const { management } = device;
    if (management) {
      const network = findGatewayNetwork(world, device.id, management.vlanId);
      const addressed =
        network !== undefined &&
        (management.mode === 'dhcp'
          ? network.pool !== undefined
          : management.gateway === network.ip &&
            Math.floor(parseIpv4Number(management.ip) / 2 ** (32 - network.prefix)) ===
              Math.floor(parseIpv4Number(network.ip) / 2 ** (32 - network.prefix)));
      const own = management.mode === 'static' ? parseIpv4Number(management.ip) : undefined;
      const range = own === undefined ? network && listClientAddresses(network) : ([own, own] as const);
      paths.set(`cloud ${device.id} `, addressed && range !== undefined && reachesInternet(world, ...range));
    }
    for (const { addresses, name, vlanId } of device.ssids) {
      const network = findGatewayNetwork(world, device.id, vlanId);
      paths.set(`addresses ${device.id} “${name}”`, addresses || network?.pool !== undefined);
      paths.set(
        `internet ${device.id} “${name}”`,
        network !== undefined && reachesInternet(world, ...listClientAddresses(network)),
      );
    }
    if (!device.hasWiredClients) continue;
    for (const port of device.ports.values()) {
      const cabled = world.links.some(({ from, to }) =>
        [from, to].some((end) => end.device === device.id && end.port === port.id),
      );
      if (cabled || port.tagged.size > 0 || port.native === 0) continue;
      const network = findGatewayNetwork(world, device.id, port.native);
      paths.set(`addresses ${device.id} ${port.native}`, network?.pool !== undefined);
      paths.set(
        `internet ${device.id} ${port.native}`,
        network !== undefined && reachesInternet(world, ...listClientAddresses(network)),
      );
    }
  }
  return paths;
}
