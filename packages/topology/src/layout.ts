import type { TopologyGraph } from './graph.ts';

export interface LayoutOptions {
  readonly direction: 'vertical' | 'horizontal';
  /** Size of a node's card, and the distance between cards (px). */
  readonly cardWidth: number;
  readonly cardHeight: number;
  readonly gap: number;
  /** Proportion of width and height of the window that the drawing fills; 1.7 by default. */
  readonly aspect?: number;
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

/** Proportion of width and height of the drawing, near that of a window. */
const ASPECT = 1.7;
/** Factor from the proportion of the drawing from which a box is too narrow or too wide. */
const EXTREME = 6;
/** Maximum number of shapes of a box that its parent can choose from. */
const SHAPES = 20;
/**
 * Number of nodes up to which boxes have several shapes, so that the whole drawing fills its frame best. In larger graphs
 * each box aims at the proportion of the drawing by itself, which is faster, and at others if the drawing is too narrow or
 * too wide.
 */
const SHAPES_MAX_NODES = 1_500;
/** Factors for the proportion at which boxes of large graphs aim, tried in this order. */
const BOX_ASPECTS = [1, 0.8, 1.25, 0.64];
/** Factor by which the drawing of a large graph may differ from its proportion before another one is tried. */
const TOLERANCE = 1.17;
/** Factor between the widths that are tried for a box. */
const WIDTH_STEP = 1.05;
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
  const { aspect = ASPECT, cardHeight, cardWidth, direction } = options;
  if (direction === 'vertical') return packGraph(graph, options, aspect, previous);
  const upright = { ...options, cardWidth: cardHeight, cardHeight: cardWidth };
  return transpose(packGraph(graph, upright, 1 / aspect, previous && transpose(previous)));
}

interface Packing {
  readonly children: ReadonlyMap<string, readonly string[]>;
  readonly options: LayoutOptions;
  readonly aspect: number;
  /** Maximum number of shapes of a box. */
  readonly shapes: number;
  readonly previous: Layout | undefined;
}

function packGraph(
  graph: TopologyGraph,
  options: LayoutOptions,
  aspect: number,
  previous: Layout | undefined,
): Layout {
  const { children, tops } = listChildren(graph);
  const isLarge = graph.nodes.length > SHAPES_MAX_NODES;
  const packing = { children, options, aspect, shapes: previous || isLarge ? 1 : SHAPES, previous };
  const placed: Placed = { positions: new Map(), trunks: [], boxes: new Map() };
  let chosen: { readonly top: Box; readonly score: number } | undefined;
  for (const factor of isLarge && !previous ? BOX_ASPECTS : [1]) {
    for (const top of packTops(tops, { ...packing, aspect: aspect * factor }, aspect)) {
      const score = isLarge ? -measureFault(top, aspect) : Math.min(aspect / top.width, 1 / top.height);
      if (!chosen || score > chosen.score) chosen = { top, score };
    }
    if (chosen && measureFault(chosen.top, aspect) < Math.log(TOLERANCE)) break;
  }
  if (!chosen) return { ...placed, width: 0, height: 0 };
  const { top } = chosen;
  if (tops.length === 1) place(top, { x: 0, y: 0 }, options, placed);
  else placeRows(top.rows, { x: 0, y: 0 }, options, placed);
  return { ...placed, width: top.width, height: top.height };
}

/** Returns the shapes of the whole drawing, whose own proportion is `aspect`; none without nodes. */
function packTops(tops: readonly string[], packing: Packing, aspect: number): readonly Box[] {
  const [first, ...others] = tops.map((id) => pack(id, packing));
  if (!first) return [];
  return others.length === 0 ? first : packChildren('', [first, ...others], { ...packing, aspect });
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

/** Returns the shapes of a node with everything below it, narrow ones first. */
function pack(id: string, packing: Packing): readonly Box[] {
  const { cardHeight, cardWidth } = packing.options;
  const below = (packing.children.get(id) ?? []).map((child) => pack(child, packing));
  return below.length === 0
    ? [{ id, rows: [], width: cardWidth, height: cardHeight }]
    : packChildren(id, below, packing);
}

function packChildren(
  id: string,
  below: readonly (readonly Box[])[],
  { aspect, options, previous, shapes }: Packing,
): readonly Box[] {
  // Cards without children come last, so that they fill rows of equal height.
  const hasRows = ([first]: readonly Box[]): boolean => first !== undefined && first.rows.length > 0;
  const ordered = [...below.filter(hasRows), ...below.filter((forms) => !hasRows(forms))];
  const kept = previous?.boxes.get(id);
  if (kept) {
    const rows = packRows(chooseShapes(ordered, Infinity), kept.width - computeIndent(options), options);
    if (computeHeight(rows, options) <= kept.height && computeWidth(rows, options) <= kept.width)
      return [{ id, rows, ...kept }];
  }
  const forms = listRowHeights(ordered, shapes).flatMap((height) =>
    listForms(chooseShapes(ordered, height), options),
  );
  const chosen = shapes === 1 ? [findNearest(forms, aspect)] : selectForms(forms, aspect, shapes);
  return chosen.map(({ boxes, height, inner, width }) => ({
    id,
    rows: packRows(boxes, inner, options),
    width,
    height,
  }));
}

/** Returns heights of the boxes' shapes, about this number of them, with the smallest and the largest. */
function listRowHeights(boxes: readonly (readonly Box[])[], count: number): readonly number[] {
  const heights = [...new Set(boxes.flatMap((shapes) => shapes.map(({ height }) => height)))];
  return takeEvenly(
    heights.toSorted((one, other) => one - other),
    count,
  );
}

/** Takes about this number of items at equal distances, with the first and the last one. */
function takeEvenly<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (items.length <= count) return items;
  const stride = (items.length - 1) / Math.max(count - 1, 1);
  const numbers = Array.from({ length: count }, (_, index) => Math.round(index * stride));
  return [...new Set(numbers)].flatMap((number) => items[number] ?? []);
}

/** Takes the narrowest shape of each box that is not higher than a row, or its lowest one. */
const chooseShapes = (boxes: readonly (readonly Box[])[], rowHeight: number): Box[] =>
  boxes.flatMap((shapes) => shapes.find(({ height }) => height <= rowHeight) ?? shapes.at(-1) ?? []);

/** A way to place boxes in rows. */
interface Form extends BoxSize {
  readonly boxes: readonly Box[];
  /** Width of the rows. */
  readonly inner: number;
}

/** Returns the forms of boxes in rows, from one box per row to one row, each with room for one more card. */
function listForms(boxes: readonly Box[], options: LayoutOptions): Form[] {
  const { cardHeight, cardWidth, gap } = options;
  const reserve: Box = { id: '', rows: [], width: cardWidth, height: cardHeight };
  const all = [...boxes, reserve];
  const widest = Math.max(...all.map(({ width }) => width));
  const forms: Form[] = [];
  const add = (inner: number): void => {
    const height = computeHeight(packRows(all, inner, options), options);
    forms.push({ boxes, inner, width: computeIndent(options) + inner, height });
  };
  add(widest);
  // A row is as wide as the boxes of the first one.
  let right = -gap;
  for (const { width } of all) {
    right += width + gap;
    if (right >= (forms.at(-1)?.inner ?? 0) * WIDTH_STEP) add(right);
  }
  if (right > (forms.at(-1)?.inner ?? 0)) add(right);
  return forms;
}

/** Measures how far a box is from a proportion, as the logarithm of the factor. */
const measureFault = ({ height, width }: BoxSize, aspect: number): number =>
  Math.abs(Math.log(width / height / aspect));

const findNearest = <Shape extends BoxSize>(forms: readonly Shape[], aspect: number): Shape =>
  forms.reduce((best, form) => (measureFault(form, aspect) < measureFault(best, aspect) ? form : best));

/**
 * Returns about this number of forms, narrow ones first, with the nearest to the proportion of the drawing. Leaves out
 * forms that another one fits into, and those that are much narrower or wider than the drawing.
 */
function selectForms(all: readonly Form[], aspect: number, count: number): Form[] {
  const near = all.filter((form) => measureFault(form, aspect) < Math.log(EXTREME));
  const forms = near.length > 0 ? near : [findNearest(all, aspect)];
  const useful: Form[] = [];
  for (const form of forms.toSorted((one, other) => one.width - other.width || one.height - other.height))
    if (form.height < (useful.at(-1)?.height ?? Number.POSITIVE_INFINITY)) useful.push(form);
  const taken = new Set([...takeEvenly(useful, count), findNearest(useful, aspect)]);
  return useful.filter((form) => taken.has(form));
}

const computeHeight = (rows: readonly (readonly Box[])[], { cardHeight, gap }: LayoutOptions): number =>
  cardHeight + rows.reduce((sum, row) => sum + gap + computeRowHeight(row), 0);

const computeWidth = (rows: readonly (readonly Box[])[], options: LayoutOptions): number =>
  computeIndent(options) +
  Math.max(...rows.map((row) => row.reduce((sum, { width }) => sum + width, options.gap * (row.length - 1))));

/** Distance of the rows from the left edge of their box, which leaves room for the trunk. */
const computeIndent = ({ gap }: LayoutOptions): number => gap;

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
