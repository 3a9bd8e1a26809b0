/** What hangs on what: pure, from what devices say of themselves and of each other. */

export interface TreeDevice {
  readonly id: string;
  readonly kind: string;
  /** Lower case with colons. */
  readonly mac: string;
  readonly uplinkMac?: string | undefined;
  /** As the device says it: its own port, or that of what it hangs on. */
  readonly uplinkPort?: string | undefined;
  readonly neighbours?: readonly Neighbour[];
}

export interface Neighbour {
  readonly port: string;
  readonly peerMac: string;
  readonly peerPort?: string | undefined;
}

export interface Parent {
  readonly id: string;
  /** Of the parent; undefined when nobody says it. */
  readonly port: string | undefined;
}

export type Parents = ReadonlyMap<string, Parent>;

const TOPS: ReadonlySet<string> = new Set(['gateway', 'ac', 'wrouter']);
const sameMac = (mac: string | undefined): string => mac?.toLowerCase().replaceAll('-', ':') ?? '';

/** The parent of each device that has one in the project; whatever a device says, nobody hangs on himself. */
export function parentsOf(devices: readonly TreeDevice[]): Parents {
  const byMac = new Map(devices.map((device) => [sameMac(device.mac), device] as const));
  const heard = heardOf(devices, byMac);
  const parents = new Map<string, Parent>();
  for (const device of devices) {
    const above = byMac.get(sameMac(device.uplinkMac));
    if (!above || above === device) continue;
    const port = portAt(above, device, heard) ?? device.uplinkPort;
    parents.set(device.id, { id: above.id, port });
  }
  addNeighbours(devices, heard, parents);
  const round = devices.filter(({ id }) => isLoop(id, parents));
  for (const { id } of round) parents.delete(id);
  return parents;
}

interface Link {
  readonly other: TreeDevice;
  /** Port of `other` to which the device is plugged. */
  readonly otherPort: string | undefined;
}

/** Links by device, told by either end. */
function heardOf(devices: readonly TreeDevice[], byMac: ReadonlyMap<string, TreeDevice>) {
  const links = new Map<string, Link[]>();
  const add = (of: TreeDevice, link: Link): void => {
    const known = links.get(of.id);
    if (known) known.push(link);
    else links.set(of.id, [link]);
  };
  for (const device of devices)
    for (const { port, peerMac, peerPort } of device.neighbours ?? []) {
      const other = byMac.get(sameMac(peerMac));
      if (!other || other === device) continue;
      add(device, { other, otherPort: peerPort });
      add(other, { other: device, otherPort: port });
    }
  return links;
}

function portAt(
  above: TreeDevice,
  device: TreeDevice,
  heard: ReadonlyMap<string, readonly Link[]>,
): string | undefined {
  const links = heard.get(device.id) ?? [];
  return links.find(({ other, otherPort }) => other === above && otherPort !== undefined)?.otherPort;
}

/** Devices that do not say what they hang on: from the gateway outwards, by who hears whom. */
function addNeighbours(
  devices: readonly TreeDevice[],
  heard: ReadonlyMap<string, readonly Link[]>,
  parents: Map<string, Parent>,
): void {
  const reached = new Set(devices.filter(({ kind, id }) => TOPS.has(kind) && !parents.has(id)));
  for (const device of reached)
    for (const { other } of heard.get(device.id) ?? []) {
      if (reached.has(other)) continue;
      if (!parents.has(other.id))
        parents.set(other.id, { id: device.id, port: portAt(device, other, heard) });
      reached.add(other);
    }
}

function isLoop(id: string, parents: Parents): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined; at = parents.get(at)?.id) {
    if (seen.has(at)) return at === id;
    seen.add(at);
  }
  return false;
}

/** Everything above a device, the nearest first. */
export function ancestorsOf(id: string, parents: Parents): string[] {
  const above: string[] = [];
  for (let at = parents.get(id)?.id; at !== undefined && !above.includes(at); at = parents.get(at)?.id)
    above.push(at);
  return above;
}
