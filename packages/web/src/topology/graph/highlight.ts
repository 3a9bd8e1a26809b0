import type { Device, DeviceVlans } from '@northlight/contract';
import { createTextSearch } from '@northlight/contract/net';
import type { CardLine, DisplayGraph } from './display-graph.ts';

/** Cards and lines that stay in colour, and lines with a port on which the VLAN is missing. */
export interface Highlight {
  readonly ids: ReadonlySet<string>;
  /** The end at which the VLAN is missing, by the id of the line. */
  readonly missing: ReadonlyMap<string, 'upper' | 'lower'>;
}

const NOTHING_MISSING: Highlight['missing'] = new Map();

/** Texts of a device by which it is found besides its name. */
export type SearchedDevice = Pick<Device, 'id' | 'mac' | 'sn' | 'ip'>;

/**
 * Finds the cards whose name, serial number or address, or that of a member, contains the text; undefined without a text.
 */
export function findMatches(
  { cards }: DisplayGraph,
  text: string,
  devices: readonly SearchedDevice[],
): Highlight | undefined {
  if (text.trim() === '') return undefined;
  const contains = createTextSearch(text);
  const found = new Set(devices.filter(({ ip, mac, sn }) => contains(ip, mac, sn)).map(({ id }) => id));
  const matches = [...cards.values()].filter(
    ({ id, mac, members = [], title }) =>
      found.has(id) ||
      contains(title, mac, ...members.map(({ name }) => name)) ||
      members.some((member) => found.has(member.id)),
  );
  return { ids: new Set(matches.map(({ id }) => id)), missing: NOTHING_MISSING };
}

/** Finds the cards and lines of the path between two cards over the tree, in order from the first one. */
export function findPath({ lines }: DisplayGraph, fromId: string, toId: string): readonly string[] {
  const above = mapLinesUp(lines);
  const listUp = (id: string): string[] => {
    const path = [id];
    for (let line = above.get(id); line && path.length < lines.length * 2 + 2; line = above.get(line.upperId))
      path.push(line.id, line.upperId);
    return path;
  };
  const [from, to] = [listUp(fromId), listUp(toId)];
  const shared = from.find((id) => to.includes(id));
  if (shared === undefined) return [];
  return [...from.slice(0, from.indexOf(shared) + 1), ...to.slice(0, to.indexOf(shared)).toReversed()];
}

/** Returns the line to the card above by the id of the lower card. */
const mapLinesUp = (lines: readonly CardLine[]): ReadonlyMap<string, CardLine> =>
  new Map(lines.flatMap((line) => (line.isInTree ? [[line.lowerId, line]] : [])));

/** Returns the line of a path with the lowest speed; undefined if no speed is known. */
export function findSlowest({ lines }: DisplayGraph, path: readonly string[]): CardLine | undefined {
  const known = lines.filter((line) => path.includes(line.id) && getSpeed(line) !== undefined);
  return known.toSorted((one, other) => (getSpeed(one) ?? 0) - (getSpeed(other) ?? 0))[0];
}

const getSpeed = ({ link }: CardLine): number | undefined =>
  link?.figures?.up === true ? link.figures.speedMbps : undefined;

/**
 * Finds what carries a VLAN: links with the VLAN at both ports, and their devices. A link with the VLAN at one port only
 * is included and marked. A link without known ports carries the VLAN if both of its devices do.
 */
export function findVlan(graph: DisplayGraph, vlans: readonly DeviceVlans[], vlanId: number): Highlight {
  const devices = new Map(vlans.map((device) => [device.deviceId, device] as const));
  const carries = (deviceId: string, portId: string | undefined): boolean | undefined => {
    const device = devices.get(deviceId);
    if (!device) return undefined;
    const ports = portId === undefined ? device.ports : device.ports.filter(({ id }) => id === portId);
    return ports.some(({ tagged, untagged }) => untagged.includes(vlanId) || tagged.includes(vlanId));
  };
  const ids = new Set<string>();
  const missing = new Map<string, 'upper' | 'lower'>();
  for (const { id, link, lowerId, upperId } of graph.lines) {
    if (!link) continue;
    const upper = carries(link.upper.nodeId, link.upper.port);
    const lower = carries(link.lower.nodeId, link.lower.port);
    if (upper !== true && lower !== true) continue;
    for (const each of [id, lowerId, upperId]) ids.add(each);
    // An unknown device passes on whatever the other end carries.
    if (upper === false || lower === false) missing.set(id, upper === true ? 'lower' : 'upper');
  }
  return { ids, missing };
}

/** Describes the port at which a VLAN is missing, such as `VLAN missing at Access-1 p3`. */
export function describeMissingVlan(
  { link, lowerId, upperId }: CardLine,
  end: 'upper' | 'lower',
  { cards }: DisplayGraph,
): string {
  const [id, port] = end === 'upper' ? [upperId, link?.upper.port] : [lowerId, link?.lower.port];
  return `VLAN missing at ${[cards.get(id)?.title ?? 'one end', ...(port === undefined ? [] : [port])].join(' ')}`;
}

/** Finds the access points that broadcast an SSID, and what carries the VLAN of its clients above them. */
export function findSsid(graph: DisplayGraph, vlans: readonly DeviceVlans[], name: string): Highlight {
  const broadcasting = vlans.filter(({ ssids }) => ssids.some((ssid) => ssid.name === name));
  const vlanIds = new Set(
    broadcasting.flatMap(({ ssids }) => ssids.flatMap((ssid) => (ssid.name === name ? [ssid.vlanId] : []))),
  );
  const carried = [...vlanIds].map((vlanId) => findVlan(graph, vlans, vlanId));
  const above = mapLinesUp(graph.lines);
  const ids = new Set<string>();
  const missing = new Map<string, 'upper' | 'lower'>();
  for (const { deviceId } of broadcasting) {
    ids.add(deviceId);
    for (let line = above.get(deviceId); line && !ids.has(line.id); line = above.get(line.upperId)) {
      const { id, upperId } = line;
      const end = carried.map((each) => each.missing.get(id)).find((each) => each !== undefined);
      if (end) missing.set(id, end);
      ids.add(id);
      ids.add(upperId);
    }
  }
  return { ids, missing };
}
