import type { CardPosition, LayoutOptions } from '@northlight/topology';

export interface LinePath {
  /** Path of an SVG path element. */
  readonly path: string;
  /** Place of the label, beside the end at the lower card. */
  readonly label: CardPosition;
}

/**
 * Returns the line from a card to one below it: along the trunk of the upper card and the row of the lower one. The
 * horizontal form is the transposed vertical one.
 */
export function createLinePath(upper: CardPosition, lower: CardPosition, options: LayoutOptions): LinePath {
  const { cardHeight, cardWidth, direction, gap } = options;
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
