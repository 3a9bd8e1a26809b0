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
    if (isGateway) ways.set(`cloud ${device.id} `, world.hasWayOut);
    if (world.gateway === undefined || (!isGateway && !isCabled(device.id))) continue;
    const { management } = device;
    if (management) {
      const network = conversation(world, device.id, management.vlanId);
      const addressed =
        network !== undefined &&
        (management.mode === 'dhcp'
          ? network.pool
          : Math.floor(ipv4Number(management.ip) / 2 ** (32 - network.prefix)) ===
            Math.floor(ipv4Number(network.ip) / 2 ** (32 - network.prefix)));
      ways.set(`cloud ${device.id} `, addressed && world.hasWayOut);
    }
    for (const { addresses, name, vlanId } of device.ssids) {
      const network = conversation(world, device.id, vlanId);
      ways.set(`addresses ${device.id} “${name}”`, addresses || (network?.pool ?? false));
      ways.set(`internet ${device.id} “${name}”`, network !== undefined && world.hasWayOut);
    }
    if (device.ssids.length > 0) continue;
    for (const port of device.ports.values()) {
      const cabled = world.links.some(({ from, to }) =>
        [from, to].some((end) => end.device === device.id && end.port === port.id),
      );
      if (cabled || port.tagged.size > 0 || port.native === 0) continue;
      const network = conversation(world, device.id, port.native);
      ways.set(`addresses ${device.id} ${port.native}`, network?.pool ?? false);
      ways.set(`internet ${device.id} ${port.native}`, network !== undefined && world.hasWayOut);
    }
  }
  return ways;
}
