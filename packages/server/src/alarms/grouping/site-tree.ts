/** Builds the device tree of a site from reported uplinks and neighbours. No side effects. */

export interface TreeDevice {
  readonly id: string;
  readonly kind: string;
  /** MAC address in lower case with colons. */
  readonly mac: string;
  readonly uplinkMac?: string | undefined;
  /** Port in the device's report: its own uplink port, or the port of its uplink device. */
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
  /** Port of the parent to which the device is connected; undefined when neither device reports it. */
  readonly port: string | undefined;
}

export type Parents = ReadonlyMap<string, Parent>;

const ROOT_KINDS: ReadonlySet<string> = new Set(['gateway', 'ac', 'wrouter']);
const normalizeMac = (mac: string | undefined): string => mac?.toLowerCase().replaceAll('-', ':') ?? '';

/** Returns the parent of each device that has one in the project. Removes loops that devices report. */
export function findParents(devices: readonly TreeDevice[]): Parents {
  const byMac = new Map(devices.map((device) => [normalizeMac(device.mac), device] as const));
  const links = collectLinks(devices, byMac);
  const parents = new Map<string, Parent>();
  for (const device of devices) {
    const above = byMac.get(normalizeMac(device.uplinkMac));
    if (!above || above === device) continue;
    const port = findPortTowards(above, device, links) ?? device.uplinkPort;
    parents.set(device.id, { id: above.id, port });
  }
  addNeighbours(devices, links, parents);
  const looped = devices.filter(({ id }) => isInLoop(id, parents));
  for (const { id } of looped) parents.delete(id);
  return parents;
}

interface Link {
  readonly other: TreeDevice;
  /** Port of `other` to which the device is connected. */
  readonly otherPort: string | undefined;
}

/** Returns the links of each device, as either end reports them. */
function collectLinks(devices: readonly TreeDevice[], byMac: ReadonlyMap<string, TreeDevice>) {
  const links = new Map<string, Link[]>();
  const add = (of: TreeDevice, link: Link): void => {
    const known = links.get(of.id);
    if (known) known.push(link);
    else links.set(of.id, [link]);
  };
  for (const device of devices)
    for (const { port, peerMac, peerPort } of device.neighbours ?? []) {
      const other = byMac.get(normalizeMac(peerMac));
      if (!other || other === device) continue;
      add(device, { other, otherPort: peerPort });
      add(other, { other: device, otherPort: port });
    }
  return links;
}

function findPortTowards(
  above: TreeDevice,
  device: TreeDevice,
  links: ReadonlyMap<string, readonly Link[]>,
): string | undefined {
  const deviceLinks = links.get(device.id) ?? [];
  return deviceLinks.find(({ other, otherPort }) => other === above && otherPort !== undefined)?.otherPort;
}

/** Adds parents for devices that report no uplink: walks the neighbour links from the gateways outwards. */
function addNeighbours(
  devices: readonly TreeDevice[],
  links: ReadonlyMap<string, readonly Link[]>,
  parents: Map<string, Parent>,
): void {
  const reached = new Set(devices.filter(({ kind, id }) => ROOT_KINDS.has(kind) && !parents.has(id)));
  for (const device of reached)
    for (const { other } of links.get(device.id) ?? []) {
      if (reached.has(other)) continue;
      if (!parents.has(other.id))
        parents.set(other.id, { id: device.id, port: findPortTowards(device, other, links) });
      reached.add(other);
    }
}

function isInLoop(id: string, parents: Parents): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined; at = parents.get(at)?.id) {
    if (seen.has(at)) return at === id;
    seen.add(at);
  }
  return false;
}

/** Lists all ancestors of a device, nearest first. */
export function listAncestors(id: string, parents: Parents): string[] {
  const above: string[] = [];
  for (let at = parents.get(id)?.id; at !== undefined && !above.includes(at); at = parents.get(at)?.id)
    above.push(at);
  return above;
}
