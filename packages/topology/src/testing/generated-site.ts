import type { Evidence, EvidenceDevice } from '../evidence.ts';

/** Returns the next random number of [0, 1). */
export type Random = () => number;

/** Small deterministic generator (mulberry32), because the package has no dependencies. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface TrueLink {
  readonly upperId: string;
  readonly upperPort: string | undefined;
  readonly lowerId: string;
  readonly lowerPort: string | undefined;
}

export interface GeneratedSite {
  readonly rootId: string;
  readonly devices: readonly EvidenceDevice[];
  readonly unmanagedIds: ReadonlySet<string>;
  /** The link of each device, towards the root. */
  readonly links: readonly TrueLink[];
}

interface SiteSize {
  readonly switches: number;
  /** Share of the switches without management. */
  readonly unmanaged: number;
  readonly endpoints: number;
}

const PORTS = 28;
const UPLINK_PORT = 'p28';
const formatMac = (index: number): string =>
  `02:00:00:${[16, 8, 0].map((shift) => ((index >> shift) & 255).toString(16).padStart(2, '0')).join(':')}`;

/** Creates a gateway with a random tree of switches, whose free ports have endpoints. */
export function createSite(random: Random, { endpoints, switches, unmanaged }: SiteSize): GeneratedSite {
  const root = {
    id: 'gateway',
    isManaged: true,
    free: Array.from({ length: 4 }, (_, port) => `lan${port + 1}`),
  };
  const nodes = [root];
  const links: TrueLink[] = [];
  const draw = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('Nothing to draw from.');
    return item;
  };
  const attach = (lowerId: string, lowerPort: string | undefined): void => {
    const upper = draw(
      nodes.filter(({ free, isManaged }) => free.length > 0 && (isManaged || free.length > 20)),
    );
    const [port] = upper.free.splice(Math.floor(random() * upper.free.length), 1);
    links.push({ upperId: upper.id, upperPort: upper.isManaged ? port : undefined, lowerId, lowerPort });
  };
  const unmanagedCount = Math.round(switches * unmanaged);
  const managed = Array.from({ length: switches }, (_, index) => index >= unmanagedCount);
  for (let index = managed.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [managed[index], managed[other]] = [managed[other] ?? true, managed[index] ?? true];
  }
  for (const [index, isManaged] of managed.entries()) {
    const id = `${isManaged ? 'switch' : 'plain'}${index}`;
    attach(id, isManaged ? UPLINK_PORT : undefined);
    nodes.push({ id, isManaged, free: Array.from({ length: PORTS - 1 }, (_, port) => `p${port + 1}`) });
  }
  for (let index = 0; index < endpoints; index++) attach(`endpoint${index}`, 'eth0');
  const used = new Set(
    links.flatMap(({ lowerId, lowerPort, upperId, upperPort }) => [
      `${upperId} ${upperPort}`,
      `${lowerId} ${lowerPort}`,
    ]),
  );
  const listPorts = (id: string): string[] => {
    if (id === root.id) return ['lan1', 'lan2', 'lan3', 'lan4'];
    return id.startsWith('switch') ? Array.from({ length: PORTS }, (_, port) => `p${port + 1}`) : ['eth0'];
  };
  const ids = [root.id, ...links.map(({ lowerId }) => lowerId)];
  return {
    rootId: root.id,
    devices: ids
      .filter((id) => !id.startsWith('plain'))
      .map((id) => ({
        id,
        mac: formatMac(ids.indexOf(id) + 1),
        ports: listPorts(id).map((port) => ({ id: port, up: used.has(`${id} ${port}`) })),
      })),
    unmanagedIds: new Set(ids.filter((id) => id.startsWith('plain'))),
    links,
  };
}

export interface Completeness {
  /** Share of the links whose devices report each other by LLDP. */
  readonly lldp: number;
  /** Share of the entries in forwarding tables. */
  readonly forwarding: number;
}

/** Returns what the devices of a site report. LLDP does not pass unmanaged switches. */
export function createEvidence(site: GeneratedSite, random: Random, completeness: Completeness): Evidence {
  const { devices, links, rootId } = site;
  const byId = new Map(devices.map((device) => [device.id, device]));
  const up = new Map(links.map((link) => [link.lowerId, link]));
  const at = 1_000_000;
  const neighbours = links.flatMap(({ lowerId, lowerPort, upperId, upperPort }) => {
    const [upper, lower] = [byId.get(upperId), byId.get(lowerId)];
    const isReported = random() < completeness.lldp;
    if (!upper || !lower || !isReported || upperPort === undefined || lowerPort === undefined) return [];
    return [
      { deviceId: upperId, port: upperPort, peerMac: lower.mac, peerPort: lowerPort, at },
      { deviceId: lowerId, port: lowerPort, peerMac: upper.mac, peerPort: upperPort, at },
    ];
  });
  /** Returns the path from a node to the root: each node with the port by which the previous one is connected. */
  const listPath = (id: string): (readonly [id: string, port: string | undefined])[] => {
    const path: (readonly [string, string | undefined])[] = [[id, undefined]];
    for (let link = up.get(id); link; link = up.get(link.upperId)) path.push([link.upperId, link.upperPort]);
    return path;
  };
  const paths = new Map(devices.map(({ id }) => [id, new Map(listPath(id))]));
  const bridges = devices.filter(({ id }) => id === rootId || id.startsWith('switch'));
  const forwarding = bridges.flatMap((bridge) =>
    devices.flatMap(({ id, mac }) => {
      if (id === bridge.id || random() >= completeness.forwarding) return [];
      const below = paths.get(id);
      const port = below?.has(bridge.id) ? below.get(bridge.id) : UPLINK_PORT;
      return port === undefined ? [] : [{ deviceId: bridge.id, port, mac, at }];
    }),
  );
  return { rootId, devices, neighbours, forwarding, uplinks: [] };
}
