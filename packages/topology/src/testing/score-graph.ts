import { formatUnknownId, type TopologyGraph } from '../graph.ts';
import type { GeneratedSite, TrueLink } from './generated-site.ts';

export interface GraphScore {
  /** Number of devices below the root, and of those whose link has the right ends and ports. */
  readonly links: number;
  readonly right: number;
  /** Unmanaged switches with at least two devices behind them: in the site, in the graph, and in both. */
  readonly unknown: number;
  readonly foundUnknown: number;
  readonly rightUnknown: number;
}

/**
 * Compares a graph with the wiring of its site. An unmanaged switch with one device behind it cannot be seen, and
 * neighbouring unmanaged switches are one segment.
 */
export function scoreGraph(
  { devices, links, unmanagedIds }: GeneratedSite,
  graph: TopologyGraph,
): GraphScore {
  const up = new Map(links.map((link) => [link.lowerId, link] as const));
  /** Returns the managed end of the segment above a device, and whether the segment has an unmanaged switch. */
  const findSegment = (link: TrueLink): { readonly top: TrueLink; readonly isShared: boolean } => {
    let top = link;
    for (let above = up.get(top.upperId); above && unmanagedIds.has(top.upperId); above = up.get(top.upperId))
      top = above;
    return { top, isShared: top !== link };
  };
  const segments = new Map<string, string[]>();
  for (const { id } of devices) {
    const link = up.get(id);
    const { isShared = false, top } = link ? findSegment(link) : {};
    if (!top || !isShared) continue;
    const key = formatUnknownId(top.upperId, top.upperPort ?? '');
    segments.set(key, [...(segments.get(key) ?? []), id]);
  }
  const unknown = new Set([...segments].flatMap(([key, members]) => (members.length > 1 ? [key] : [])));
  const found = new Set(graph.nodes.flatMap(({ id, kind }) => (kind === 'unknown-device' ? [id] : [])));
  const inferred = new Map(graph.links.map((link) => [link.lower.nodeId, link] as const));
  const judged = devices.flatMap(({ id }) => {
    const link = up.get(id);
    if (!link) return [];
    const { top } = findSegment(link);
    const key = formatUnknownId(top.upperId, top.upperPort ?? '');
    const expected = unknown.has(key) && top !== link ? [key, undefined] : [top.upperId, top.upperPort];
    const { lower, upper } = inferred.get(id) ?? {};
    return [upper?.nodeId === expected[0] && upper?.port === expected[1] && lower?.port === link.lowerPort];
  });
  return {
    links: judged.length,
    right: judged.filter(Boolean).length,
    unknown: unknown.size,
    foundUnknown: found.size,
    rightUnknown: [...unknown].filter((id) => found.has(id)).length,
  };
}
