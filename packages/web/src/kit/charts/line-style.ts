/**
 * Styles that distinguish lines without colour: by a letter at the end and by dashes or letters on the line.
 */

const COLOURS = 8;
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [3, 2], [10, 3, 2, 3], [5, 2], [12, 5]];

export interface LineStyle {
  readonly letter: string;
  /** Name of the CSS variable of the colour. */
  readonly colour: string;
  readonly dash: readonly number[];
}

/**
 * Returns the style of a line, unique among 24 lines. Dense lines have no dashes, because dashes would not be
 * visible.
 */
export function chooseLineStyle(index: number, isDense = false): LineStyle {
  return {
    letter: String.fromCodePoint(65 + (index % 26)),
    colour: `--chart-${(index % COLOURS) + 1}`,
    dash: (!isDense && DASHES[index % DASHES.length]) || [],
  };
}
