import {
  ALARM_SEVERITIES,
  type AlarmSeverity,
  type Device,
  getDeviceState,
  type Topology,
  type TopologyLink,
  INTERNET_ID,
} from '@northlight/contract';
import { type GraphLink, isUnknownId, type TopologyGraph, UNKNOWN_NETWORK_ID } from '@northlight/topology';
import {
  type CardSymbol,
  EXPANDABLE,
  formatUnknownName,
  type Kind,
  KINDS,
  MANUAL_SYMBOLS,
} from './card-kinds.ts';
import type { DrawnLink } from './aggregated-links.ts';

/** How a device or link of a past time differs from the present. */
export type Difference = 'added' | 'removed' | 'moved' | 'slower';

/** A device that a card shows, alone or as a member of a group. */
export interface CardDevice {
  readonly id: string;
  readonly name: string;
  readonly state: number | undefined;
}

/** Open alarms of a device, with the severity of the worst one. */
export interface CardAlarms {
  readonly count: number;
  readonly severity: AlarmSeverity;
}

export interface TopologyCard {
  readonly id: string;
  readonly symbol: CardSymbol;
  readonly title: string;
  readonly note: string;
  /** MAC address of a client, or of a neighbour that is not managed. */
  readonly mac?: string;
  /** The device of the card; absent for the internet, groups and unknown nodes. */
  readonly device?: CardDevice | undefined;
  /** Devices of a group, which replaces their cards until it is opened. */
  readonly members?: readonly CardDevice[];
  /** Number of clients that the device reports. */
  readonly clients?: number | undefined;
  /** Open alarms of the device or of the members; absent without any. */
  readonly alarms?: CardAlarms | undefined;
  /** Difference from the present, if a past time is compared with it. */
  readonly difference?: Difference;
}

/** A line between two cards. */
export interface CardLine {
  readonly id: string;
  readonly upperId: string;
  readonly lowerId: string;
  /** The link that the line shows; absent for the line to the internet, and for lines to groups. */
  readonly link?: TopologyLink | undefined;
  /** False for a further link that closes a loop. */
  readonly isInTree: boolean;
  readonly label: string;
  /** WAN port of a line to the internet. */
  readonly wan?: WanPort | undefined;
  /** Number of the line among those between the same cards, which are drawn beside each other. */
  readonly lane?: number;
  readonly difference?: Difference;
}

export interface DisplayGraph {
  readonly cards: ReadonlyMap<string, TopologyCard>;
  readonly lines: readonly CardLine[];
  /** The tree of the cards, for the layout. */
  readonly tree: TopologyGraph;
}

/** Number of cards above which devices without others below them are shown as groups. */
export const GROUPING_FROM = 300;
/** Minimum number of devices of one kind below the same device that a group replaces. */
const GROUP_MIN = 3;

type WanPort = NonNullable<Topology['wans']>[number];
export interface DisplayDevice extends Pick<Device, 'id' | 'clientCount'> {
  readonly alarms?: CardAlarms | undefined;
}

const GROUP_PREFIX = 'group ';
const formatGroupId = (parentId: string, kind: Kind): string => `${GROUP_PREFIX}${parentId} ${kind}`;
const isGroupId = (id: string): boolean => id.startsWith(GROUP_PREFIX);
/** Returns the id of the line of a link. */
export const formatLineId = ({ id }: TopologyLink): string => `link ${id}`;

/**
 * Returns the cards and lines of a topology. Several devices of a kind behind one port are one card until it is opened; so
 * are devices without others below them in networks of more than 300 nodes.
 */
export function createDisplayGraph(
  topology: Topology,
  devices: readonly DisplayDevice[],
  opened: ReadonlySet<string>,
): DisplayGraph {
  const details = new Map(devices.map((device) => [device.id, device]));
  const nodes = new Map(topology.nodes.map((node) => [node.id, node]));
  const links = sortLinks(topology.links, nodes);
  const treeLinks = links.filter(({ isInTree }) => isInTree);
  const below = Map.groupBy(treeLinks, ({ upper }) => upper.nodeId);
  const groups = groupNodes(topology, below, opened, details);
  const getCardId = (id: string): string => groups.cardOf.get(id) ?? id;
  const cards = new Map<string, TopologyCard>();
  if (topology.rootId !== undefined) cards.set(INTERNET_ID, createInternetCard(topology));
  for (const [id, node] of nodes) {
    if (groups.cardOf.has(id)) continue;
    cards.set(id, createCard(node, below.get(id) ?? [], nodes, details, topology));
  }
  for (const group of groups.cards) cards.set(group.id, group);
  const lines = new Map<string, CardLine>();
  if (topology.rootId !== undefined) {
    const lowerId = findTopId(topology.rootId, treeLinks);
    for (const line of listWanLines(lowerId, topology.wans)) lines.set(line.id, line);
  }
  for (const link of links) {
    const [upperId, lowerId] = [getCardId(link.upper.nodeId), getCardId(link.lower.nodeId)];
    if (upperId === lowerId || !cards.has(upperId) || !cards.has(lowerId)) continue;
    const ends = { upperId, lowerId, isInTree: link.isInTree };
    // The links to the members of a group are one line without details.
    const line: CardLine = isGroupId(lowerId)
      ? { ...ends, id: `line ${lowerId}`, label: '' }
      : { ...ends, id: formatLineId(link), link, label: formatLineLabel(link) };
    lines.set(line.id, line);
  }
  return { cards, lines: [...lines.values()], tree: createTree(cards, [...lines.values()]) };
}

/** Returns one line to the internet for each WAN port; one line for a root without WAN ports. */
function listWanLines(lowerId: string, wans: Topology['wans'] = []): readonly CardLine[] {
  const ends = { upperId: INTERNET_ID, lowerId, isInTree: true };
  if (wans.length === 0) return [{ ...ends, id: `${INTERNET_ID} ${lowerId}`, label: '' }];
  return wans.map((wan, lane) => ({
    ...ends,
    id: `${INTERNET_ID} ${lowerId} ${wan.port}`,
    label: wan.port,
    wan,
    lane,
  }));
}

/** Returns the node at the top: the root, or the uppermost manual or unknown device above it. */
function findTopId(rootId: string, links: readonly TopologyLink[]): string {
  const above = new Map(links.map(({ lower, upper }) => [lower.nodeId, upper.nodeId]));
  let id = rootId;
  for (let next = above.get(id); next !== undefined; next = above.get(id)) id = next;
  return id;
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

/** Orders links by the names of their lower ends, so that the drawing does not depend on the order of reports. */
function sortLinks(
  links: readonly TopologyLink[],
  nodes: ReadonlyMap<string, Topology['nodes'][number]>,
): readonly TopologyLink[] {
  const getName = ({ lower }: TopologyLink): string => nodes.get(lower.nodeId)?.name ?? lower.nodeId;
  return links.toSorted((one, other) => COLLATOR.compare(getName(one), getName(other)));
}

interface Groups {
  readonly cards: readonly TopologyCard[];
  /** Card that replaces a node. */
  readonly cardOf: ReadonlyMap<string, string>;
}

function groupNodes(
  { nodes, rootId }: Topology,
  below: ReadonlyMap<string, readonly TopologyLink[]>,
  opened: ReadonlySet<string>,
  details: ReadonlyMap<string, DisplayDevice>,
): Groups {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const cards: TopologyCard[] = [];
  const cardOf = new Map<string, string>();
  const isLarge = nodes.length > GROUPING_FROM;
  const listMembers = (links: readonly TopologyLink[]) =>
    links.flatMap(({ lower }) => {
      const node = byId.get(lower.nodeId);
      const isLeaf = !below.has(lower.nodeId) && lower.nodeId !== rootId;
      return node?.deviceKind && isLeaf ? [{ ...node, deviceKind: node.deviceKind }] : [];
    });
  const above = Map.groupBy([...below.values()].flat(), ({ lower }) => lower.nodeId);
  for (const [parentId, links] of below) {
    const members = listMembers(links);
    const kinds = Map.groupBy(members, ({ deviceKind }) => deviceKind);
    const [only] = kinds.keys();
    const isWireless = [...links, ...(above.get(parentId) ?? [])].some(
      ({ evidence }) => evidence === 'wireless',
    );
    const symbol = only === 'ipc' && isWireless ? 'expand-ipc-wireless' : only && EXPANDABLE[only];
    if (isUnknownId(parentId) && parentId !== UNKNOWN_NETWORK_ID && !byId.get(parentId)?.neighbour) {
      const isOneKind = members.length === links.length && kinds.size === 1 && members.length > 1;
      if (!isOneKind || !symbol || !only || opened.has(parentId)) continue;
      const card = createGroupCard(parentId, only, members, details);
      cards.push({ ...card, symbol, note: card.note || 'behind one port' });
      cardOf.set(parentId, parentId);
      for (const { id } of members) cardOf.set(id, parentId);
      continue;
    }
    if (!isLarge) continue;
    for (const [kind, own] of kinds) {
      const id = formatGroupId(parentId, kind);
      if (own.length < GROUP_MIN || opened.has(id)) continue;
      cards.push(createGroupCard(id, kind, own, details));
      for (const node of own) cardOf.set(node.id, id);
    }
  }
  return { cards, cardOf };
}

/** Returns the card that replaces several devices of a kind. */
const createGroupCard = (
  id: string,
  kind: Kind,
  members: readonly Topology['nodes'][number][],
  details: ReadonlyMap<string, DisplayDevice>,
): TopologyCard => ({
  id,
  symbol: KINDS[kind].symbol,
  title: `${members.length} ${KINDS[kind].plural}`,
  note: formatStates(members),
  members: members.map(toCardDevice),
  alarms: sumAlarms(members, details),
});

const toCardDevice = ({ id, name = id, state }: Topology['nodes'][number]): CardDevice => ({
  id,
  name,
  state,
});

/** Returns the open alarms of several devices; undefined without any. */
function sumAlarms(
  nodes: readonly Topology['nodes'][number][],
  details: ReadonlyMap<string, DisplayDevice>,
): CardAlarms | undefined {
  const own = nodes.flatMap(({ id }) => details.get(id)?.alarms ?? []);
  const [worst] = own.toSorted(
    (one, other) => ALARM_SEVERITIES.indexOf(other.severity) - ALARM_SEVERITIES.indexOf(one.severity),
  );
  return worst && { count: own.reduce((sum, { count }) => sum + count, 0), severity: worst.severity };
}

/** Returns how many devices are offline or need attention; empty if none does. */
function formatStates(nodes: readonly Topology['nodes'][number][]): string {
  const offline = nodes.filter((node) => isOffline(node.state)).length;
  return offline === 0 ? '' : `${offline} offline`;
}

/** Writes the open alarms of a card: `1 critical alarm`, `3 open alarms, the worst critical`. */
export const formatAlarms = ({ count, severity }: CardAlarms): string =>
  count === 1 ? `1 ${severity} alarm` : `${count} open alarms, the worst ${severity}`;

/** Describes a card for screen readers. */
export const describeCard = ({ alarms, note, title }: TopologyCard): string =>
  [title, note, ...(alarms ? [formatAlarms(alarms)] : [])].filter(Boolean).join(', ');

export const isOffline = (state: number | undefined): boolean =>
  state !== undefined && getDeviceState(state).simplified === 'offline';

function createInternetCard({ wans = [] }: Topology): TopologyCard {
  const down = wans.filter(({ up }) => up === false).length;
  const note =
    wans.length === 0
      ? 'behind another router'
      : `${wans.length} WAN ${wans.length === 1 ? 'port' : 'ports'}`;
  return {
    id: INTERNET_ID,
    symbol: 'internet',
    title: 'Internet',
    note: down === 0 ? note : `${note}, ${down} without a link`,
  };
}

function createCard(
  node: Topology['nodes'][number],
  links: readonly TopologyLink[],
  nodes: ReadonlyMap<string, Topology['nodes'][number]>,
  details: ReadonlyMap<string, DisplayDevice>,
  { links: all }: Topology,
): TopologyCard {
  const { deviceKind, id, isUnlisted, kind, manualType, name = id, neighbour, state } = node;
  if (kind === 'unknown-network')
    return { id, symbol: kind, title: 'Unknown network', note: 'no evidence of a link' };
  if (manualType !== undefined)
    return { id, symbol: MANUAL_SYMBOLS[manualType], title: name, note: 'added by hand' };
  if (neighbour)
    return {
      id,
      symbol: neighbour.type ?? 'unknown-device',
      title: formatUnknownName(node),
      note: `${neighbour.mac}, not managed`,
      mac: neighbour.mac,
    };
  if (kind === 'unknown-device' || deviceKind === undefined)
    return {
      id,
      symbol: 'unknown-device',
      title: formatUnknownName(node),
      note: `${links.length} devices behind it`,
    };
  const isWireless = all.some(
    ({ evidence, isInTree, lower }) => isInTree && lower.nodeId === id && evidence === 'wireless',
  );
  const hasWiredChild = links.some(
    ({ evidence, lower }) => evidence !== 'wireless' && nodes.get(lower.nodeId)?.kind === 'device',
  );
  const stateLabel = state === undefined ? 'state unknown' : getDeviceState(state).label;
  const apSymbol = hasWiredChild ? 'ap-wired' : isWireless ? 'ap-wireless' : 'ap';
  return {
    id,
    symbol: isUnlisted ? 'v7' : deviceKind === 'ap' ? apSymbol : KINDS[deviceKind].symbol,
    title: name,
    note: isUnlisted ? `${stateLabel}, ${KINDS[deviceKind].label}` : stateLabel,
    device: { id, name, state },
    clients: details.get(id)?.clientCount,
    alarms: details.get(id)?.alarms,
  };
}

/** Writes the port and the speed of a link, such as `p3 · 1G`, or the number of its members. */
export function formatLineLabel({ evidence, figures, members, upper }: DrawnLink): string {
  if (evidence === 'wireless') return '';
  const speed = figures?.up === true && figures.speedMbps ? formatShortSpeed(figures.speedMbps) : '';
  return [members ? `${members.length} links` : (upper.port ?? ''), speed].filter(Boolean).join(' · ');
}

const formatShortSpeed = (mbps: number): string => (mbps >= 1_000 ? `${mbps / 1_000}G` : `${mbps}M`);

function createTree(cards: ReadonlyMap<string, TopologyCard>, lines: readonly CardLine[]): TopologyGraph {
  const links = lines.map(({ isInTree, lowerId, upperId }): GraphLink => ({
    upper: { nodeId: upperId },
    lower: { nodeId: lowerId },
    trust: 'none',
    isInTree,
    isUncertain: false,
  }));
  return {
    rootId: INTERNET_ID,
    nodes: [...cards.keys()].map((id) => ({ id, kind: 'device' })),
    links,
  };
}
