/** How lines are told apart, without colour too: a letter at the line's end, and a pattern of dashes or letters on it. */

const COLOURS = 8;
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [3, 2], [10, 3, 2, 3], [5, 2], [12, 5]];

export interface LineStyle {
  readonly letter: string;
  /** Name of a CSS variable. */
  readonly colour: string;
  readonly dash: readonly number[];
}

/** No two of 24 lines look alike. Where dashes cannot be seen because points stand so close, lines are drawn through. */
export function lineStyle(index: number, isDense = false): LineStyle {
  return {
    letter: String.fromCodePoint(65 + (index % 26)),
    colour: `--chart-${(index % COLOURS) + 1}`,
    dash: (!isDense && DASHES[index % DASHES.length]) || [],
  };
}
