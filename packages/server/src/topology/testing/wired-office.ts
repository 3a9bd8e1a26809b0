import type { Entropy } from '@northlight/runtime';
import {
  createMac,
  createOfficeSite,
  createSerialNumber,
  type DeviceSpec,
  type SiteSpec,
  type TruePlace,
} from '@northlight/simulator';
import { formatUnknownId } from '@northlight/topology';

/** Devices that are not plugged in at the beginning, by name. */
const STORED_MODELS = { 'Access-4': 'NL-SW24P', 'AP-8': 'NL-AP6C', 'Camera-6': 'NL-IPC4D' } as const;
export const STORED_DEVICES: readonly string[] = Object.keys(STORED_MODELS);

/** Returns the office, with the stored devices. */
export function createOfficeWithStore(seed: number, entropy: Entropy): SiteSpec {
  const office = createOfficeSite(seed);
  const core = office.devices.find(({ name }) => name === 'Core');
  const stored = Object.entries(STORED_MODELS).map(([name, model], index): DeviceSpec => ({
    sn: createSerialNumber(entropy, 900 + index),
    mac: createMac(entropy),
    model,
    name,
    uplink: { sn: core?.sn ?? '', port: `p${21 + index}` },
    vlan: 1,
    ip: `10.30.200.${index + 1}`,
  }));
  return { ...office, devices: [...office.devices, ...stored] };
}

interface LinkEnd {
  readonly nodeId: string;
  readonly port?: string | undefined;
}
export interface TrueLink {
  readonly upper: LinkEnd;
  readonly lower: LinkEnd;
}
/** The parts that a graph and a topology have in common. */
export interface DrawnGraph {
  readonly nodes: readonly { readonly id: string; readonly name?: string | undefined }[];
  readonly links: readonly (TrueLink & { readonly isInTree: boolean })[];
}

/**
 * Lists the links that the graph must have, by the wiring of the site. An unmanaged switch can be seen only if several
 * devices of the project are behind it.
 */
export function listTrueLinks(places: readonly TruePlace[], ids: ReadonlyMap<string, string>): TrueLink[] {
  const getId = (sn: string): string => ids.get(sn) ?? '';
  const own = places.filter(({ sn }) => ids.has(sn));
  const groups = Map.groupBy(own, ({ over, parentPort = '', parentSn }) =>
    over === undefined ? undefined : formatUnknownId(getId(parentSn), parentPort),
  );
  return [...groups].flatMap(([unknownId, members]) => {
    const [first] = members;
    const isSeen = unknownId !== undefined && members.length > 1;
    const links = members.map(({ ownPort, parentPort, parentSn, sn }): TrueLink => ({
      upper: isSeen ? { nodeId: unknownId } : toEnd(getId(parentSn), parentPort),
      lower: toEnd(getId(sn), ownPort),
    }));
    if (!isSeen || !first) return links;
    return [
      { upper: toEnd(getId(first.parentSn), first.parentPort), lower: { nodeId: unknownId } },
      ...links,
    ];
  });
}

const toEnd = (nodeId: string, port: string | undefined): LinkEnd => ({
  nodeId,
  ...(port !== undefined && { port }),
});

/** Describes the links of the tree as text, for short differences. */
const describeTree = (links: readonly TrueLink[], names: ReadonlyMap<string, string>): string[] => {
  const format = ({ nodeId, port = '' }: LinkEnd): string =>
    `${nodeId.replaceAll(/[0-9A-Za-z]{22}/g, (id) => names.get(id) ?? id)} ${port}`.trim();
  return links.map(({ lower, upper }) => `${format(lower)} → ${format(upper)}`).toSorted();
};

/** Lists the links that a graph lacks, and those that the site does not have. */
export function compareWithWiring(trueLinks: readonly TrueLink[], { links, nodes }: DrawnGraph): string[] {
  const names = new Map(nodes.map(({ id, name = id }) => [id, name] as const));
  const inferred = describeTree(
    links.filter(({ isInTree }) => isInTree),
    names,
  );
  const wired = describeTree(trueLinks, names);
  return [
    ...wired.filter((line) => !inferred.includes(line)).map((line) => `missing: ${line}`),
    ...inferred.filter((line) => !wired.includes(line)).map((line) => `wrong: ${line}`),
  ];
}
