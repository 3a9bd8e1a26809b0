import type { CableEnd, PluggedCable, Wiring } from './wiring.ts';

/** The link of a node towards the top of its tree. A link without a cable has no ports. */
export interface TreeLink {
  readonly parent: string;
  readonly parentPort: string | undefined;
  readonly ownPort: string | undefined;
}

export interface TreeSources {
  readonly wiring: Wiring;
  /** Nodes that reach the cloud by themselves. */
  readonly tops: readonly string[];
  /** Returns true for a node that forwards frames. */
  readonly forwards: (node: string) => boolean;
  /** Returns false for a port that is switched off. */
  readonly isEnabled: (end: CableEnd) => boolean;
  /** Lists the nodes that are connected to a node without a cable. */
  readonly listWireless: (node: string) => readonly string[];
}

/** The way of frames through a site: the tree that remains after spanning tree has blocked the cables that close loops. */
export interface NetworkTree {
  /** Link of each connected node, upper nodes first; undefined for the tops. */
  readonly links: ReadonlyMap<string, TreeLink | undefined>;
  /** Ports that spanning tree blocks. */
  readonly blocked: readonly CableEnd[];
}

export function buildNetworkTree({
  forwards,
  isEnabled,
  listWireless,
  tops,
  wiring,
}: TreeSources): NetworkTree {
  const hasLink = ({ other, own }: PluggedCable): boolean => isEnabled(own) && isEnabled(other);
  const links = new Map<string, TreeLink | undefined>(tops.map((top) => [top, undefined]));
  const used = new Set<PluggedCable['own']>();
  // The map grows in the loop: its order is that of the distance from the top.
  for (const [node] of links) {
    for (const lower of listWireless(node))
      if (!links.has(lower)) links.set(lower, { parent: node, parentPort: undefined, ownPort: undefined });
    if (!forwards(node)) continue;
    for (const cable of wiring.listCables(node)) {
      const { other, own } = cable;
      if (links.has(other.node) || !hasLink(cable)) continue;
      used.add(own).add(other);
      links.set(other.node, { parent: node, parentPort: own.port, ownPort: other.port });
    }
  }
  const order = new Map([...links.keys()].map((node, index) => [node, index] as const));
  const blocked = [...order].flatMap(([node, index]) =>
    wiring
      .listCables(node)
      .filter((cable) => {
        const { other, own } = cable;
        if (used.has(own) || !hasLink(cable) || !forwards(node) || !forwards(other.node)) return false;
        const isFarther = index > (order.get(other.node) ?? 0);
        // An unmanaged switch cannot block a port.
        return wiring.isUnmanaged(other.node) || (isFarther && !wiring.isUnmanaged(node));
      })
      .map(({ own }) => own),
  );
  return { links, blocked };
}

/** Lists the links from a node to the top of its tree, each with its lower node. */
export function listPathLinks(
  { links }: NetworkTree,
  node: string,
): { readonly lower: string; readonly link: TreeLink }[] {
  const path: { lower: string; link: TreeLink }[] = [];
  let lower = node;
  for (let link = links.get(node); link; link = links.get(lower)) {
    path.push({ lower, link });
    lower = link.parent;
  }
  return path;
}

/** Lists a node and the nodes above it, each with its port towards the previous one. */
export const listPath = (
  tree: NetworkTree,
  node: string,
): { readonly node: string; readonly port: string | undefined }[] => [
  { node, port: undefined },
  ...listPathLinks(tree, node).map(({ link }) => ({ node: link.parent, port: link.parentPort })),
];
