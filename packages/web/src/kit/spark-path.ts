export const SPARK_WIDTH = 120;
export const SPARK_HEIGHT = 28;
/** Margin for the width of the line. */
const EDGE = 1.5;

/**
 * Returns the SVG path of a series from 0 to `top`. Gaps interrupt the path, and a single value is a short
 * dash.
 */
export function buildSparkPath(values: readonly (number | null)[], top: number): string {
  const step = SPARK_WIDTH / Math.max(1, values.length - 1);
  const height = SPARK_HEIGHT - 2 * EDGE;
  let path = '';
  let isOpen = false;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    const x = (index * step).toFixed(1);
    const y = (EDGE + height * (1 - Math.min(1, value / Math.max(top, Number.MIN_VALUE)))).toFixed(1);
    path += isOpen ? `L${x} ${y}` : `M${x} ${y}h0.5`;
    isOpen = true;
  }
  return path;
}
