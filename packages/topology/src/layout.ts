import type { TopologyGraph } from './graph.ts';

export interface LayoutOptions {
  readonly direction: 'vertical' | 'horizontal';
  /** Size of a node's card, and the distance between cards (px). */
  readonly cardWidth: number;
  readonly cardHeight: number;
  readonly gap: number;
}

/** Position of a card: its top left corner (px). */
export interface CardPosition {
  readonly x: number;
  readonly y: number;
}

/** The lines from a card to the cards below it: a trunk with one branch per row. */
export interface Trunk {
  readonly nodeId: string;
  /** Points of polylines: the trunk first, then each branch and the end of each row. */
  readonly lines: readonly (readonly CardPosition[])[];
}

/** Size of a card with everything below it (px). */
export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly positions: ReadonlyMap<string, CardPosition>;
  readonly trunks: readonly Trunk[];
  /** Sizes of the boxes of nodes with children, by id. */
  readonly boxes: ReadonlyMap<string, BoxSize>;
  readonly width: number;
  readonly height: number;
}

export const DEFAULT_LAYOUT: LayoutOptions = {
  direction: 'vertical',
  cardWidth: 168,
  cardHeight: 56,
  gap: 24,
};

/** Proportion of width and height that boxes of children aim at. */
const ASPECT = 1.7;
/** Factor between the widths that are tried for a box. */
const WIDTH_STEP = 1.15;
interface Box {
  readonly id: string;
  readonly rows: readonly (readonly Box[])[];
  readonly width: number;
  readonly height: number;
}

/**
 * Places the cards of a tree: children below their parent in rows, indented beside its trunk. Deterministic, without
 * overlapping cards or crossing lines. The horizontal layout is the transposed vertical one. Each box has room for one
 * more card, and keeps the size that it has in `previous` while its cards fit, so that a further device moves no card
 * outside its own row.
 */
export function layout(
  graph: TopologyGraph,
  options: LayoutOptions = DEFAULT_LAYOUT,
  previous?: Layout,
): Layout {
  const isHorizontal = options.direction === 'horizontal';
  if (!isHorizontal) return packGraph(graph, options, ASPECT, previous);
  const upright = { ...options, cardWidth: options.cardHeight, cardHeight: options.cardWidth };
  return transpose(packGraph(graph, upright, 1 / ASPECT, previous && transpose(previous)));
}

interface Packing {
  readonly children: ReadonlyMap<string, readonly string[]>;
  readonly options: LayoutOptions;
  readonly aspect: number;
  readonly previous: Layout | undefined;
}

function packGraph(
  graph: TopologyGraph,
  options: LayoutOptions,
  aspect: number,
  previous: Layout | undefined,
): Layout {
  const { children, tops } = listChildren(graph);
  const top: Box = packChildren(
    '',
    tops.map((id) => pack(id, { children, options, aspect, previous })),
    {
      children,
      options,
      aspect,
      previous,
    },
  );
  const placed: Placed = { positions: new Map(), trunks: [], boxes: new Map() };
  if (tops.length === 1) {
    const [only] = top.rows.flat();
    if (only) place(only, { x: 0, y: 0 }, options, placed);
    return { ...placed, width: only?.width ?? 0, height: only?.height ?? 0 };
  }
  placeRows(top.rows, { x: 0, y: 0 }, options, placed);
  return { ...placed, width: top.width, height: top.height };
}

/** Returns the children of each node in the order of the links, and the nodes without a parent. */
function listChildren({ links, nodes }: TopologyGraph) {
  const children = new Map<string, string[]>();
  const lower = new Set<string>();
  for (const { isInTree, lower: below, upper } of links) {
    if (!isInTree || lower.has(below.nodeId)) continue;
    lower.add(below.nodeId);
    const known = children.get(upper.nodeId);
    if (known) known.push(below.nodeId);
    else children.set(upper.nodeId, [below.nodeId]);
  }
  return { children, tops: nodes.flatMap(({ id }) => (lower.has(id) ? [] : [id])) };
}

function pack(id: string, packing: Packing): Box {
  const { cardHeight, cardWidth } = packing.options;
  const below = (packing.children.get(id) ?? []).map((child) => pack(child, packing));
  return below.length === 0
    ? { id, rows: [], width: cardWidth, height: cardHeight }
    : packChildren(id, below, packing);
}

function packChildren(id: string, below: readonly Box[], { aspect, options, previous }: Packing): Box {
  const { cardHeight, cardWidth, gap } = options;
  const indent = computeIndent(options);
  // Cards without children come last, so that they fill rows of equal height.
  const ordered = [
    ...below.filter(({ rows }) => rows.length > 0),
    ...below.filter(({ rows }) => rows.length === 0),
  ];
  const kept = previous?.boxes.get(id);
  if (kept) {
    const rows = packRows(ordered, kept.width - indent, options);
    if (computeHeight(rows, options) <= kept.height && computeWidth(rows, options) <= kept.width)
      return { id, rows, ...kept };
  }
  const reserve: Box = { id: '', rows: [], width: cardWidth, height: cardHeight };
  const step = cardWidth + gap;
  const widest = Math.max(...ordered.map(({ width }) => width));
  let best: (BoxSize & { readonly inner: number; readonly fault: number }) | undefined;
  for (let inner = roundUp(widest, step); ; inner = roundUp(inner * WIDTH_STEP, step)) {
    const rows = packRows([...ordered, reserve], inner, options);
    const [width, height] = [indent + inner, computeHeight(rows, options)];
    const fault = Math.abs(Math.log(width / height / aspect));
    if (!best || fault < best.fault) best = { inner, width, height, fault };
    if (rows.length === 1) break;
  }
  const { height, inner, width } = best;
  return { id, rows: packRows(ordered, inner, options), width, height };
}

const computeHeight = (rows: readonly (readonly Box[])[], { cardHeight, gap }: LayoutOptions): number =>
  cardHeight + rows.reduce((sum, row) => sum + gap + computeRowHeight(row), 0);

const computeWidth = (rows: readonly (readonly Box[])[], options: LayoutOptions): number =>
  computeIndent(options) +
  Math.max(...rows.map((row) => row.reduce((sum, { width }) => sum + width, options.gap * (row.length - 1))));

/** Distance of the rows from the left edge of their box, which leaves room for the trunk. */
const computeIndent = ({ gap }: LayoutOptions): number => gap;

const roundUp = (length: number, step: number): number => Math.ceil(length / step) * step;

const computeRowHeight = (row: readonly Box[]): number => Math.max(...row.map(({ height }) => height));

/** Fills rows in the order of the boxes. */
function packRows(boxes: readonly Box[], width: number, { gap }: LayoutOptions): Box[][] {
  const rows: Box[][] = [];
  let left = 0;
  for (const box of boxes) {
    const row = rows.at(-1);
    if (row && left + box.width <= width) row.push(box);
    else {
      rows.push([box]);
      left = 0;
    }
    left += box.width + gap;
  }
  return rows;
}

interface Placed {
  readonly positions: Map<string, CardPosition>;
  readonly trunks: Trunk[];
  readonly boxes: Map<string, BoxSize>;
}

function place(box: Box, at: CardPosition, options: LayoutOptions, placed: Placed): void {
  const { cardHeight, gap } = options;
  placed.positions.set(box.id, at);
  if (box.rows.length === 0) return;
  placed.boxes.set(box.id, { width: box.width, height: box.height });
  const corner = { x: at.x + computeIndent(options), y: at.y + cardHeight + gap };
  const ends = placeRows(box.rows, corner, options, placed);
  const trunkX = at.x + gap / 2;
  const lines = ends.flatMap(({ anchors, top }) => {
    const y = top - gap / 2;
    const drops = anchors.map((x) => [
      { x, y },
      { x, y: top },
    ]);
    return [
      [
        { x: trunkX, y },
        { x: anchors.at(-1) ?? trunkX, y },
      ],
      ...drops,
    ];
  });
  const trunk = [
    { x: trunkX, y: at.y + cardHeight },
    { x: trunkX, y: (ends.at(-1)?.top ?? corner.y) - gap / 2 },
  ];
  placed.trunks.push({ nodeId: box.id, lines: [trunk, ...lines] });
}

/** Places rows below each other. Returns the top of each row, with the points where lines reach its cards. */
function placeRows(
  rows: readonly (readonly Box[])[],
  corner: CardPosition,
  options: LayoutOptions,
  placed: Placed,
): { readonly top: number; readonly anchors: readonly number[] }[] {
  const { gap } = options;
  let top = corner.y;
  return rows.map((row) => {
    let left = corner.x;
    const anchors = row.map((box) => {
      place(box, { x: left, y: top }, options, placed);
      const anchor = left + gap / 2;
      left += box.width + gap;
      return anchor;
    });
    const placedRow = { top, anchors };
    top += computeRowHeight(row) + gap;
    return placedRow;
  });
}

const flip = ({ x, y }: CardPosition): CardPosition => ({ x: y, y: x });

const transpose = ({ boxes, height, positions, trunks, width }: Layout): Layout => ({
  positions: new Map([...positions].map(([id, position]) => [id, flip(position)])),
  trunks: trunks.map(({ lines, nodeId }) => ({ nodeId, lines: lines.map((line) => line.map(flip)) })),
  boxes: new Map([...boxes].map(([id, box]) => [id, { width: box.height, height: box.width }])),
  width: height,
  height: width,
});
