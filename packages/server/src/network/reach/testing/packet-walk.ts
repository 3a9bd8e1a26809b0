import { ipv4Number } from './ipv4-number.ts';
import type { ReachWorld } from '../world.ts';

/** A frame on its way into a device; undefined tag: none. */
interface Frame {
  readonly device: string;
  readonly vlanId: number;
}

/**
 * Sends frames instead of reasoning about them: everything that arrives is flooded by the rules of each port, one cable
 * at a time, until no frame is on its way. Deliberately written in another manner than what it is held against.
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
        const door = other && world.devices.get(other.device)?.ports.get(other.port);
        if (!other || !door) continue;
        const inside = tag === undefined ? door.native : door.tagged.has(tag) ? tag : 0;
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

const bits = (address: number): string => address.toString(2).padStart(32, '0');

/** Where the gateway sends a packet: by the longest beginning that fits, bit by bit, over all that it knows. */
function sends(world: ReachWorld, address: number): 'out' | 'here' | 'on' {
  const table = [
    { start: '', to: 'out' as const },
    ...world.networks.map(({ ip, prefix }) => ({
      start: bits(ipv4Number(ip)).slice(0, prefix),
      to: 'here' as const,
    })),
    ...world.routes.map(({ destination, into, prefix }) => ({
      start: bits(destination).slice(0, prefix),
      // By a neighbour outside it leaves all the same.
      to: into === undefined && prefix < 8 ? ('out' as const) : ('on' as const),
    })),
  ];
  const fitting = table.filter(({ start }) => bits(address).startsWith(start));
  const longest = Math.max(...fitting.map(({ start }) => start.length));
  const best = fitting.filter(({ start }) => start.length === longest);
  // Its own networks come before what it was told of them; what it was told comes before the WAN.
  return (best.find(({ to }) => to === 'here') ?? best.at(-1))?.to ?? 'out';
}

/** One address in every eighth of all. */
const FAR = [1, 33, 65, 97, 129, 161, 193, 222].map((first) => first * 2 ** 24 + 0x020304);

/** Packets to far places leave by a WAN, and answers find each of these addresses. */
const talksOut = (world: ReachWorld, first: number, last: number): boolean =>
  world.hasWayOut &&
  FAR.every((address) => sends(world, address) === 'out') &&
  Array.from({ length: last - first + 1 }, (_, index) => first + index).every(
    (address) => sends(world, address) === 'here',
  );

function anyClient({ ip, pool }: ReachWorld['networks'][number]): [number, number] {
  // The worlds of this test have networks of 256 addresses.
  const start = Math.floor(ipv4Number(ip) / 256) * 256;
  return pool ? [pool.first, pool.last] : [start, start + 255];
}

/** Asks the gateway from a place: which of its networks hears it, and is heard there again. */
function conversation(world: ReachWorld, device: string, vlanId: number) {
  const heard = flood(world, device, vlanId).filter((frame) => frame.device === world.gateway);
  return world.networks.find(
    (network) =>
      heard.some((frame) => frame.vlanId === network.id) &&
      flood(world, world.gateway ?? '', network.id).some(
        (frame) => frame.device === device && frame.vlanId === vlanId,
      ),
  );
}

/** Which ways work, by key; the same questions that the preview answers. */
export function walkedWays(world: ReachWorld): Map<string, boolean> {
  const ways = new Map<string, boolean>();
  const isCabled = (id: string): boolean =>
    world.links.some(({ from, to }) => from.device === id || to.device === id);
  for (const device of world.devices.values()) {
    const isGateway = device.id === world.gateway;
    if (isGateway) ways.set(`cloud ${device.id} `, talksOut(world, 0, -1));
    if (world.gateway === undefined || (!isGateway && !isCabled(device.id))) continue;
    const { management } = device;
    if (management) {
      const network = conversation(world, device.id, management.vlanId);
      const addressed =
        network !== undefined &&
        (management.mode === 'dhcp'
          ? network.pool !== undefined
          : Math.floor(ipv4Number(management.ip) / 2 ** (32 - network.prefix)) ===
            Math.floor(ipv4Number(network.ip) / 2 ** (32 - network.prefix)));
      const own = management.mode === 'static' ? ipv4Number(management.ip) : undefined;
      const range = own === undefined ? network && anyClient(network) : ([own, own] as const);
      ways.set(`cloud ${device.id} `, addressed && range !== undefined && talksOut(world, ...range));
    }
    for (const { addresses, name, vlanId } of device.ssids) {
      const network = conversation(world, device.id, vlanId);
      ways.set(`addresses ${device.id} “${name}”`, addresses || network?.pool !== undefined);
      ways.set(
        `internet ${device.id} “${name}”`,
        network !== undefined && talksOut(world, ...anyClient(network)),
      );
    }
    if (device.ssids.length > 0) continue;
    for (const port of device.ports.values()) {
      const cabled = world.links.some(({ from, to }) =>
        [from, to].some((end) => end.device === device.id && end.port === port.id),
      );
      if (cabled || port.tagged.size > 0 || port.native === 0) continue;
      const network = conversation(world, device.id, port.native);
      ways.set(`addresses ${device.id} ${port.native}`, network?.pool !== undefined);
      ways.set(
        `internet ${device.id} ${port.native}`,
        network !== undefined && talksOut(world, ...anyClient(network)),
      );
    }
  }
  return ways;
}
