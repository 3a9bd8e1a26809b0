/** Styles that distinguish lines without colour: by a name or letter at the end and by dashes. */

const COLOURS = 8;
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [3, 2], [10, 3, 2, 3], [5, 2], [12, 5]];

export interface LineStyle {
  readonly letter: string;
  /** Name of the CSS variable of the colour. */
  readonly colour: string;
  readonly dash: readonly number[];
}

/** Returns the style of a line, unique among 24 lines. */
export function chooseLineStyle(index: number): LineStyle {
  return {
    letter: String.fromCodePoint(65 + (index % 26)),
    colour: `--chart-${(index % COLOURS) + 1}`,
    dash: DASHES[index % DASHES.length] ?? [],
  };
}
