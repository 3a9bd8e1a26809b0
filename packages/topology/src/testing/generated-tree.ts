import type { GraphLink, TopologyGraph } from '../graph.ts';
import type { Random } from './generated-site.ts';

/** Share of the nodes that are switches. */
const SWITCHES = 0.12;

/** Creates a random network of this size: a gateway, switches below it, and devices at the switches. */
export function createTree(random: Random, count: number): TopologyGraph {
  const switches = Math.max(1, Math.round(count * SWITCHES));
  const links = Array.from({ length: count - 1 }, (_, index): GraphLink => {
    const lower = index + 1;
    const upper =
      lower < switches ? Math.floor(random() * Math.min(lower, 40)) : Math.floor(random() * switches);
    return {
      upper: { nodeId: `n${upper}`, port: `p${lower}` },
      lower: { nodeId: `n${lower}`, port: 'eth0' },
      trust: 'forwarding',
      isInTree: true,
      isUncertain: false,
    };
  });
  return {
    rootId: 'n0',
    nodes: Array.from({ length: count }, (_, index) => ({ id: `n${index}`, kind: 'device' })),
    links,
  };
}
