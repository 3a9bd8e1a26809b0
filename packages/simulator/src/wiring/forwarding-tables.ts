import type { TopoMessage } from '@northlight/contract/device-protocol';
import { MINUTE_MS } from '@northlight/runtime';
import { listPath, type NetworkTree } from './network-tree.ts';

/** Time after which a switch removes an address without frames. */
const AGEING_MS = 5 * MINUTE_MS;

/** A sender of frames: a device, or a client at a device. */
export interface Sender {
  readonly mac: string;
  readonly node: string;
}

interface Entry {
  readonly port: string;
  readonly at: number;
}

/** Forwarding tables of a site's switches, which they learn from the frames that they forward. */
export class ForwardingTables {
  readonly #tables: ReadonlyMap<string, Map<string, Entry>>;

  /** `switches` are the nodes that have a table. */
  constructor(switches: Iterable<string>) {
    this.#tables = new Map([...switches].map((node) => [node, new Map<string, Entry>()] as const));
  }

  /**
   * Sends frames from a sender to the top of its tree, which answers them. All switches of the tree learn the sender of a
   * broadcast; otherwise only those on the way do.
   */
  send(
    { mac, node: from }: Sender,
    topMac: string,
    tree: NetworkTree,
    now: number,
    isBroadcast: boolean,
  ): void {
    if (!tree.links.has(from)) return;
    const path = listPath(tree, from);
    for (const { node, port } of path) {
      if (node !== from) this.#learn(node, port, mac, now);
      if (mac !== topMac) this.#learn(node, tree.links.get(node)?.ownPort, topMac, now);
    }
    if (!isBroadcast) return;
    const passed = new Set(path.map(({ node }) => node));
    const top = path.at(-1)?.node;
    for (const node of this.#tables.keys())
      if (!passed.has(node) && tree.links.has(node) && listPath(tree, node).at(-1)?.node === top)
        this.#learn(node, tree.links.get(node)?.ownPort, mac, now);
  }

  /** Removes the addresses at ports without a link; without power a switch has no such port. */
  flush(node: string, linked: ReadonlySet<string>): void {
    const table = this.#tables.get(node);
    for (const [mac, { port }] of table ?? []) if (!linked.has(port)) table?.delete(mac);
  }

  /** Lists the addresses of a switch that have not aged out; undefined for a node without a table. */
  list(node: string, now: number): TopoMessage['fdb'] {
    const table = this.#tables.get(node);
    if (!table) return undefined;
    for (const [mac, { at }] of table) if (now - at >= AGEING_MS) table.delete(mac);
    return [...table]
      .map(([mac, { port }]) => ({ port, mac }))
      .toSorted((one, other) => (one.mac < other.mac ? -1 : 1));
  }

  #learn(node: string, port: string | undefined, mac: string, at: number): void {
    if (port !== undefined) this.#tables.get(node)?.set(mac, { port, at });
  }
}
