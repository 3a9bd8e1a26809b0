import type uPlot from 'uplot';

/** A value that stands alone between two gaps is this wide. */
const ALONE_PX = 3;

/**
 * The line of a dense series: in each column of pixels from where it comes in, over its lowest and its highest, to where
 * it goes out. It ends at a gap and begins after it, so that nothing has to be clipped away again, which browsers that
 * paint by the processor are slow at.
 */
export const denseLine: uPlot.Series.PathBuilder = (plot, series, from, to) => {
  const [times, values] = [plot.data[0], plot.data[series] ?? []];
  const { height, left, top, width } = plot.bbox;
  const [begin, end] = limitsOf(plot.scales['x']);
  const [least, most] = limitsOf(plot.scales['y']);
  const [xBy, yBy] = [width / (end - begin), height / (most - least)];
  const path = new Path2D();
  let [isOpen, isAlone] = [false, false];
  let [column, low, high, last] = [0, 0, 0, 0];
  const endColumn = (): void => {
    if (low !== high) for (const y of [low, high, last]) path.lineTo(column, y);
  };
  for (let index = from; index <= to + 1; index++) {
    const value = index > to ? null : values[index];
    if (typeof value !== 'number') {
      if (isOpen) endColumn();
      if (isOpen && isAlone) path.lineTo(column + ALONE_PX, last);
      isOpen = false;
      continue;
    }
    const x = Math.round(left + ((times[index] ?? 0) - begin) * xBy);
    const y = top + (most - value) * yBy;
    isAlone = !isOpen;
    if (isOpen && x === column) {
      low = Math.min(low, y);
      high = Math.max(high, y);
    } else {
      if (isOpen) endColumn();
      path[isOpen ? 'lineTo' : 'moveTo'](x, y);
      isOpen = true;
      column = x;
      low = high = y;
    }
    last = y;
  }
  return { stroke: path, fill: null, clip: null, band: null, flags: 0 };
};

const limitsOf = ({ max = 1, min = 0 }: uPlot.Scale = {}): [min: number, max: number] => [min, max];
