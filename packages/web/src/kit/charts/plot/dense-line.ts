import type uPlot from 'uplot';

/** Width of the columns over which values are averaged (CSS px). */
const COLUMN_PX = 3;

type Values = ArrayLike<number | null | undefined>;

interface Column {
  /** Position of the middle of the column on the canvas. */
  readonly x: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the path builder of a series with more values than pixels. In columns of 3 px, its line connects
 * the means, and its fill covers the range from the lowest value to the highest. With `hasPeaks`, the previous
 * series has the highest value of each step. Both are interrupted at gaps instead of clipped, because clipping
 * is slow in browsers that paint in software.
 */
export const buildDensePath =
  (hasPeaks: boolean): uPlot.Series.PathBuilder =>
  (plot, series, from, to) => {
    const [start = 0, second = 0] = plot.data[0];
    const [origin, step] = computeAxisScale(plot, 'x', start, second);
    const [zero, one] = computeAxisScale(plot, 'y', 0, 1);
    const columnWidth = COLUMN_PX * (plot.ctx.canvas.width / plot.width);
    const [stroke, fill] = [new Path2D(), new Path2D()];
    const computeY = (value: number): number => zero + value * one;
    for (const run of listRuns(
      plot.data[series] ?? [],
      hasPeaks ? plot.data[series - 1] : undefined,
      from,
      to,
      (index) => Math.floor((origin + index * step) / columnWidth),
    )) {
      const columns = run.map((column) => ({ ...column, x: (column.x + 0.5) * columnWidth }));
      const [first, last] = [columns[0], columns.at(-1)];
      if (!first || !last) continue;
      // Without neighbours, a column is drawn over its width.
      const isAlone = columns.length === 1;
      const left = isAlone ? first.x - columnWidth / 2 : first.x;
      const right = isAlone ? last.x + columnWidth / 2 : last.x;
      stroke.moveTo(left, computeY(first.mean));
      for (const { mean, x } of columns) stroke.lineTo(x, computeY(mean));
      if (isAlone) stroke.lineTo(right, computeY(last.mean));
      fill.moveTo(left, computeY(first.high));
      for (const { high, x } of columns) fill.lineTo(x, computeY(high));
      fill.lineTo(right, computeY(last.high));
      fill.lineTo(right, computeY(last.low));
      for (const { low, x } of columns.toReversed()) fill.lineTo(x, computeY(low));
      fill.lineTo(left, computeY(first.low));
      fill.closePath();
    }
    return { stroke, fill, clip: null, band: null, flags: 0 };
  };

/** Returns the columns of each run of values between two gaps, with the column's number as position. */
function listRuns(
  values: Values,
  peaks: Values | undefined,
  from: number,
  to: number,
  columnOf: (index: number) => number,
): Column[][] {
  const runs: Column[][] = [];
  let run: Column[] | undefined;
  for (let index = from; index <= to;) {
    if (typeof values[index] !== 'number') {
      run = undefined;
      index += 1;
      continue;
    }
    const x = columnOf(index);
    let [sum, count, low, high] = [0, 0, Infinity, -Infinity];
    for (; index <= to && columnOf(index) === x; index += 1) {
      const value = values[index];
      if (typeof value !== 'number') break;
      sum += value;
      count += 1;
      low = Math.min(low, value);
      high = Math.max(high, peaks?.[index] ?? value);
    }
    if (!run) runs.push((run = []));
    run.push({ x, mean: sum / count, low, high });
  }
  return runs;
}

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
