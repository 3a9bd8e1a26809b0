import dagre from '@dagrejs/dagre';
import elk, { type ElkNode } from 'elkjs/lib/elk.bundled.js';
import { DEFAULT_LAYOUT, infer, layout, type TopologyGraph } from '@northlight/topology';
import {
  countCrossings,
  countOverlaps,
  createEvidence,
  createRandom,
  createSite,
  createTree,
  scoreGraph,
} from '@northlight/topology/testing';
import { computeQuantile, type Figure, formatMilliseconds } from './figure.ts';

const SITES = 30;
const SEEDS = 30;
const SIZE = { switches: 30, unmanaged: 0.15, endpoints: 250 };
const CASES = [
  { lldp: 1, forwarding: 1, rightGoal: 1, f1Goal: 0.95 },
  { lldp: 0.6, forwarding: 0.9, rightGoal: 0.98, f1Goal: undefined },
  { lldp: 0.6, forwarding: 0.7, rightGoal: undefined, f1Goal: undefined },
] as const;

const formatPercent = (share: number): string => `${(100 * share).toFixed(2)}%`;

/**
 * TP-4: infers generated sites from reports of which a share is missing. A link is right when both ends and both ports
 * are; unknown switches count with two or more devices behind them.
 */
export function measureInference(): Figure[] {
  return CASES.map(({ f1Goal, forwarding, lldp, rightGoal }) => {
    const total = { links: 0, right: 0, unknown: 0, foundUnknown: 0, rightUnknown: 0 };
    const start = performance.now();
    for (let site = 0; site < SITES; site++)
      for (let seed = 0; seed < SEEDS; seed++) {
        const wiring = createSite(createRandom(site), SIZE);
        const evidence = createEvidence(wiring, createRandom(1 + site * SEEDS + seed), { lldp, forwarding });
        const score = scoreGraph(wiring, infer(evidence));
        for (const part of Object.keys(total) as (keyof typeof total)[]) total[part] += score[part];
      }
    const each = (performance.now() - start) / (SITES * SEEDS);
    const right = total.right / total.links;
    const f1 = (2 * total.rightUnknown) / (total.unknown + total.foundUnknown);
    const goals = [
      ...(rightGoal === undefined ? [] : [`links ${formatPercent(rightGoal)}`]),
      ...(f1Goal === undefined ? [] : [`F1 ${f1Goal}`]),
    ];
    return {
      id: 'TP-4',
      text: `${SITES} sites × ${SEEDS} seeds, LLDP ${formatPercent(lldp)}, forwarding tables ${formatPercent(forwarding)}: ${formatPercent(right)} of links right, F1 of unknown switches ${f1.toFixed(3)}; ${each.toFixed(1)} ms each with the generation`,
      goal: goals.length > 0 ? goals.join(', ') : 'none',
      reached: right >= (rightGoal ?? 0) && f1 >= (f1Goal ?? 0),
    };
  });
}

const DEVICES = 5_000;
const ROUNDS = 7;
const LAYOUT_GOAL_MS = 50;
const ASPECTS = { least: 0.5, most: 2 } as const;
const { cardHeight, cardWidth, gap } = DEFAULT_LAYOUT;

interface Drawn {
  readonly ms: number;
  readonly width: number;
  readonly height: number;
}

/** TP-1: the layout of a network, beside dagre and ELK (`mrtree`) in the same run. */
export async function measureLayout(): Promise<Figure[]> {
  const graph = createTree(createRandom(1), DEVICES);
  const [ours, byDagre, byElk]: [Drawn[], Drawn[], Drawn[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await measureDrawing(() => layout(graph)));
    byDagre.push(await measureDrawing(() => drawByDagre(graph)));
    byElk.push(await measureDrawing(() => drawByElk(graph)));
  }
  const drawn = layout(graph);
  const [overlaps, crossings] = [countOverlaps(drawn, DEFAULT_LAYOUT), countCrossings(drawn)];
  const aspect = drawn.width / drawn.height;
  const time = computeMedianMs(ours);
  return [
    {
      id: 'TP-1',
      text:
        `${DEVICES} devices: ${formatMilliseconds(time)}, aspect ${aspect.toFixed(2)}, ${overlaps} overlaps, ${crossings} crossings; ` +
        `dagre ${describeDrawing(byDagre)}, ELK ${describeDrawing(byElk)}; medians of ${ROUNDS}`,
      goal: `${LAYOUT_GOAL_MS} ms, aspect ${ASPECTS.least} to ${ASPECTS.most}, 0, 0`,
      reached:
        time <= LAYOUT_GOAL_MS &&
        aspect >= ASPECTS.least &&
        aspect <= ASPECTS.most &&
        overlaps + crossings === 0,
    },
  ];
}

type Size = Pick<Drawn, 'height' | 'width'>;

async function measureDrawing(draw: () => Size | Promise<Size>): Promise<Drawn> {
  const start = performance.now();
  const { height, width } = await draw();
  return { ms: performance.now() - start, width, height };
}

const computeMedianMs = (drawings: readonly Drawn[]): number =>
  computeQuantile(
    drawings.map(({ ms }) => ms),
    0.5,
  );

const describeDrawing = (drawings: readonly Drawn[]): string =>
  `${formatMilliseconds(computeMedianMs(drawings))} with aspect ${((drawings[0]?.width ?? 0) / (drawings[0]?.height ?? 1)).toFixed(0)}`;

function drawByDagre({ links, nodes }: TopologyGraph): Size {
  const tree = new dagre.graphlib.Graph();
  tree.setGraph({ nodesep: gap, ranksep: gap });
  tree.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) tree.setNode(id, { width: cardWidth, height: cardHeight });
  for (const { lower, upper } of links) tree.setEdge(upper.nodeId, lower.nodeId);
  dagre.layout(tree);
  const { height = 0, width = 0 } = tree.graph();
  return { width, height };
}

async function drawByElk({ links, nodes }: TopologyGraph): Promise<Size> {
  const { height = 0, width = 0 }: ElkNode = await new elk.default().layout({
    id: 'root',
    layoutOptions: { 'elk.algorithm': 'mrtree', 'elk.spacing.nodeNode': String(gap) },
    children: nodes.map(({ id }) => ({ id, width: cardWidth, height: cardHeight })),
    edges: links.map(({ lower, upper }) => ({
      id: lower.nodeId,
      sources: [upper.nodeId],
      targets: [lower.nodeId],
    })),
  });
  return { width, height };
}
