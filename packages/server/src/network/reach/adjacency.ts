import type { ReachWorld } from './world.ts';

/**
 * Lists which nodes of the form `device vlan` are connected by a cable that frames cross in both directions.
 */
export interface Adjacency {
  readonly onward: ReadonlyMap<string, readonly string[]>;
  readonly back: ReadonlyMap<string, readonly string[]>;
}

export const toNodeKey = (device: string, vlanId: number): string => `${device} ${vlanId}`;

export function buildAdjacency({ devices, links }: ReachWorld): Adjacency {
  const onward = new Map<string, string[]>();
  const back = new Map<string, string[]>();
  const add = (map: Map<string, string[]>, key: string, value: string): void => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  for (const { from, to } of links)
    for (const [out, into] of [
      [from, to],
      [to, from],
    ] as const) {
      const leaves = devices.get(out.device)?.ports.get(out.port);
      const arrives = devices.get(into.device)?.ports.get(into.port);
      if (!leaves || !arrives) continue;
      const connect = (vlanId: number, then: number): void => {
        add(onward, toNodeKey(out.device, vlanId), toNodeKey(into.device, then));
        add(back, toNodeKey(into.device, then), toNodeKey(out.device, vlanId));
      };
      if (arrives.native > 0) for (const vlanId of leaves.untagged) connect(vlanId, arrives.native);
      for (const vlanId of leaves.tagged) if (arrives.tagged.has(vlanId)) connect(vlanId, vlanId);
    }
  return { onward, back };
}

/** Returns the nodes reachable along the edges, nearest first. */
export function listReachableNodes(
  edges: ReadonlyMap<string, readonly string[]>,
  start: string,
): Set<string> {
  const seen = new Set([start]);
  for (const node of seen) for (const next of edges.get(node) ?? []) seen.add(next);
  return seen;
}
