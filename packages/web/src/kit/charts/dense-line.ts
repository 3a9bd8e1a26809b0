import type uPlot from 'uplot';

/** Width of the dash that shows a single value between two gaps (px). */
const DASH_PX = 3;

/**
 * Returns the path of a dense series. In each pixel column it goes from the first value over the lowest and
 * the highest to the last. The path is interrupted at gaps instead of clipped, because clipping is slow in
 * browsers that paint in software. Values are compared before scaling, so that only drawn values are
 * converted to pixels.
 */
export const computeDenseLine: uPlot.Series.PathBuilder = (plot, series, from, to) => {
  const values = plot.data[series] ?? [];
  const [start = 0, second = 0] = plot.data[0];
  const [origin, step] = computeAxisScale(plot, 'x', start, second);
  const [zero, one] = computeAxisScale(plot, 'y', 0, 1);
  const path = new Path2D();
  const computeY = (index: number): number => zero + Number(values[index]) * one;
  const hasValue = (index: number): boolean => index <= to && typeof values[index] === 'number';

  /** Draws one pixel column that begins at the value `entry`; returns the index of its last value. */
  const traceColumn = (column: number, entry: number): number => {
    const next = Math.min(to + 1, Math.ceil((column + 0.5 - origin) / step));
    let [lowAt, highAt, at] = [entry, entry, entry + 1];
    let low = Number(values[entry]);
    let high = low;
    for (; at < next; at += 1) {
      const value = values[at];
      if (typeof value !== 'number') break;
      if (value < low) {
        low = value;
        lowAt = at;
      } else if (value > high) {
        high = value;
        highAt = at;
      }
    }
    const [earlier, later] = lowAt < highAt ? [lowAt, highAt] : [highAt, lowAt];
    if (earlier > entry) path.lineTo(column, computeY(earlier));
    if (later > earlier) path.lineTo(column, computeY(later));
    if (at - 1 > later) path.lineTo(column, computeY(at - 1));
    return at - 1;
  };

  for (let index = from; index <= to; index += 1) {
    if (!hasValue(index)) continue;
    const column = Math.round(origin + index * step);
    const isBegin = index === from || !hasValue(index - 1);
    if (isBegin) path.moveTo(column, computeY(index));
    else path.lineTo(column, computeY(index));
    const last = traceColumn(column, index);
    if (isBegin && last === index && !hasValue(index + 1)) path.lineTo(column + DASH_PX, computeY(index));
    index = last;
  }
  return { stroke: path, fill: null, clip: null, band: null, flags: 0 };
};

/** Returns the canvas position of `first`, and the distance from there to `second`. */
function computeAxisScale(
  plot: uPlot,
  scale: string,
  first: number,
  second: number,
): [position: number, distance: number] {
  const position = plot.valToPos(first, scale, true);
  return [position, plot.valToPos(second, scale, true) - position];
}
