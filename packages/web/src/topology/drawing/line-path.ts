import type { CardPosition, LayoutOptions } from '@northlight/topology';

export interface LinePath {
  /** Path of an SVG path element. */
  readonly path: string;
  /** Place of the label, beside the end at the lower card. */
  readonly label: CardPosition;
}

/** Distance of lines between the same cards (px): beside their labels, and above each other. */
const LANES_LABELLED = 40;
const LANE = 9;

/**
 * Returns the line from a card to one below it: along the trunk of the upper card and the row of the lower one. The
 * horizontal form is the transposed vertical one. Lines between the same cards have different lanes, whose labels are
 * beside each other.
 */
export function createLinePath(
  upper: CardPosition,
  lower: CardPosition,
  options: LayoutOptions,
  lane = 0,
): LinePath {
  const { cardHeight, cardWidth, direction, gap } = options;
  if (lane > 0 && direction === 'vertical') {
    // A vertical segment to the right of the trunk and of the first line's label.
    const x = Math.max(upper.x, lower.x) + gap / 2 + lane * LANES_LABELLED;
    return {
      path: `M${x} ${upper.y + cardHeight}V${lower.y}`,
      label: { x: x + 4, y: lower.y - gap / 4 },
    };
  }
  if (lane > 0) {
    const y = Math.max(upper.y, lower.y) + gap / 2 + lane * LANE;
    return { path: `M${upper.x + cardWidth} ${y}H${lower.x}`, label: { x: lower.x - gap + 4, y: y - 4 } };
  }
  const half = gap / 2;
  if (direction === 'vertical') {
    const [trunk, end, row] = [upper.x + half, lower.x + half, lower.y - half];
    return {
      path: `M${trunk} ${upper.y + cardHeight}V${row}H${end}V${lower.y}`,
      label: { x: end + 4, y: lower.y - half / 2 },
    };
  }
  const [trunk, end, row] = [upper.y + half, lower.y + half, lower.x - half];
  return {
    path: `M${upper.x + cardWidth} ${trunk}H${row}V${end}H${lower.x}`,
    label: { x: row + 4, y: end - 6 },
  };
}

/** Returns the curve of a further link, which the tree does not contain, between the centres of two cards. */
export function createFurtherPath(
  one: CardPosition,
  other: CardPosition,
  { cardHeight, cardWidth, gap }: LayoutOptions,
): LinePath {
  const from = { x: one.x + cardWidth, y: one.y + cardHeight / 2 };
  const to = { x: other.x + cardWidth, y: other.y + cardHeight / 2 };
  const bend = Math.max(from.x, to.x) + gap;
  return {
    path: `M${from.x} ${from.y}C${bend} ${from.y} ${bend} ${to.y} ${to.x} ${to.y}`,
    label: { x: bend, y: (from.y + to.y) / 2 },
  };
}
