import { type RefObject, useEffect, useMemo, useState } from 'react';

const CHECK_WIDTH = 40;
/** Smallest share of its width to which a column shrinks. */
const NARROWEST = 0.82;
/** Width of columns that do not shrink, because their header would be cut (px). */
const NARROW = 100;

interface ColumnWidth {
  readonly id: string;
  readonly width: number;
}

interface TemplateOptions {
  /** Columns in their order; undefined for a list of cards. */
  readonly columns: readonly ColumnWidth[] | undefined;
  /** Widths that the user has chosen, by column. */
  readonly widths: Readonly<Record<string, number>>;
  readonly hasCheckbox: boolean;
  readonly scrollRef: RefObject<HTMLElement | null>;
}

/**
 * Returns the columns of the CSS grid, their smallest total width (px), and whether they are wider than the view. A
 * list of cards has no columns.
 */
export function useColumnTemplate({
  columns,
  hasCheckbox,
  scrollRef,
  widths,
}: TemplateOptions): readonly [template: string | undefined, minWidth: number, isWide: boolean] {
  const viewWidth = useWidth(scrollRef);
  return useMemo(() => {
    if (!columns) return [undefined, 0, false];
    const check = hasCheckbox ? CHECK_WIDTH : 0;
    const sizes = columns.map(({ id, width }) => widths[id] ?? width);
    const minima = chooseMinima(columns, widths, viewWidth - check);
    const parts = sizes.map((size, index) => `minmax(${minima[index]}px, ${size}fr)`);
    const minWidth = minima.reduce((sum, each) => sum + each, check);
    return [(check > 0 ? `${check}px ` : '') + parts.join(' '), minWidth, minWidth > viewWidth];
  }, [columns, hasCheckbox, viewWidth, widths]);
}

/**
 * Returns the smallest widths of columns. Columns become narrower if all of them then fit into the view; otherwise
 * they keep their widths and the list scrolls sideways.
 */
export function chooseMinima(
  columns: readonly ColumnWidth[],
  chosen: Readonly<Record<string, number>>,
  viewWidth: number,
): number[] {
  const sizes = columns.map(({ id, width }) => chosen[id] ?? width);
  const narrow = columns.map(({ id, width }) =>
    chosen[id] !== undefined || width <= NARROW ? (chosen[id] ?? width) : Math.round(width * NARROWEST),
  );
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return sum(sizes) > viewWidth && sum(narrow) <= viewWidth ? narrow : sizes;
}

/** Returns the inner width of an element (px); 0 until it is measured. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  });
  return width;
}
