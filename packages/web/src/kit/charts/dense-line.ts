import type uPlot from 'uplot';

/** A value that stands alone between two gaps is this wide. */
const ALONE_PX = 3;

/**
 * The line of a dense series: in each column of pixels from where it comes in, over its lowest and its highest, to where
 * it goes out. It ends at a gap and begins after it, so that nothing has to be clipped away again, which browsers that
 * paint by the processor are slow at. Values are compared as they are: only those that are drawn get a place.
 */
export const denseLine: uPlot.Series.PathBuilder = (plot, series, from, to) => {
  const values = plot.data[series] ?? [];
  const [start = 0, second = 0] = plot.data[0];
  const [origin, step] = placesOf(plot, 'x', start, second);
  const [zero, one] = placesOf(plot, 'y', 0, 1);
  const path = new Path2D();
  const yOf = (index: number): number => zero + Number(values[index]) * one;
  const isTold = (index: number): boolean => index <= to && typeof values[index] === 'number';

  /** Goes on through a column from the value in it that is reached; answers the last one that it comes to. */
  const goThrough = (column: number, entry: number): number => {
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
    if (earlier > entry) path.lineTo(column, yOf(earlier));
    if (later > earlier) path.lineTo(column, yOf(later));
    if (at - 1 > later) path.lineTo(column, yOf(at - 1));
    return at - 1;
  };

  for (let index = from; index <= to; index += 1) {
    if (!isTold(index)) continue;
    const column = Math.round(origin + index * step);
    const isBegin = index === from || !isTold(index - 1);
    if (isBegin) path.moveTo(column, yOf(index));
    else path.lineTo(column, yOf(index));
    const last = goThrough(column, index);
    if (isBegin && last === index && !isTold(index + 1)) path.lineTo(column + ALONE_PX, yOf(index));
    index = last;
  }
  return { stroke: path, fill: null, clip: null, band: null, flags: 0 };
};

/** Where the first of two figures stands on the canvas, and how far from it the second. */
function placesOf(plot: uPlot, scale: string, first: number, second: number): [place: number, way: number] {
  const place = plot.valToPos(first, scale, true);
  return [place, plot.valToPos(second, scale, true) - place];
}
