import { type CellAxis, type HeatPainter, computeAxes } from './painter.ts';
import type { Look } from './colour-ramps.ts';
import type { MapFrame } from './messages.ts';

/** Index that marks pixels outside the grid. */
const OUTSIDE = -1;

/** Band of all hidden cells, so that a line surrounds them. */
const HIDDEN = 255;

/** Creates a painter without WebGL: it computes each pixel of the canvas. Undefined if the canvas has another context. */
export function createCanvasPainter(canvas: HTMLCanvasElement): HeatPainter | undefined {
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  let image = context.createImageData(1, 1);
  let pixels = new Uint32Array(image.data.buffer);
  return {
    kind: 'canvas',
    paint: (frame, view, look, ratio) => {
      const { height, width } = canvas;
      if (width === 0 || height === 0) return;
      if (image.width !== width || image.height !== height) {
        image = context.createImageData(width, height);
        pixels = new Uint32Array(image.data.buffer);
      }
      const { columns, rows } = frame.grid;
      const { horizontal, vertical } = computeAxes(frame, view, ratio);
      // One more pixel on each side, whose band decides about lines.
      const columnOf = mapPixels(horizontal, columns, width + 1);
      const rowOf = mapPixels(vertical, rows, height + 1);
      const palette = new Uint32Array(look.palette.buffer);
      const line = new Uint32Array(new Uint8Array([...look.line, 255]).buffer)[0] ?? 0;
      const bandOf = look.bands.map((band, level) => (palette[level] === 0 ? HIDDEN : band));
      const { levels } = frame;
      for (let y = 0, pixel = 0; y < height; y += 1) {
        const row = rowOf[y] ?? OUTSIDE;
        if (row === OUTSIDE) {
          pixels.fill(0, pixel, pixel + width);
          pixel += width;
          continue;
        }
        const start = row * columns;
        const below = rowOf[y + 1] ?? OUTSIDE;
        const belowStart = (below === OUTSIDE ? rows - 1 : below) * columns;
        for (let x = 0; x < width; x += 1, pixel += 1) {
          const column = columnOf[x] ?? OUTSIDE;
          if (column === OUTSIDE) {
            pixels[pixel] = 0;
            continue;
          }
          const level = levels[start + column] ?? 0;
          const colour = palette[level] ?? 0;
          const next = columnOf[x + 1] ?? OUTSIDE;
          const right = levels[start + (next === OUTSIDE ? columns - 1 : next)] ?? 0;
          const under = levels[belowStart + column] ?? 0;
          const isLine =
            colour !== 0 &&
            ((right !== level && bandOf[right] !== bandOf[level]) ||
              (under !== level && bandOf[under] !== bandOf[level]));
          pixels[pixel] = isLine ? line : colour;
        }
      }
      context.putImageData(image, 0, 0);
    },
    dispose: () => undefined,
  };
}

/** Returns the column or row of each pixel. */
function mapPixels({ offset, step }: CellAxis, cells: number, pixels: number): Int32Array {
  return Int32Array.from({ length: pixels }, (_, pixel) => {
    const cell = Math.floor((pixel + 0.5 - offset) / step);
    return cell >= 0 && cell < cells ? cell : OUTSIDE;
  });
}

/**
 * Draws a frame as a picture (PNG as a data address), for a sheet.
 *
 * @param width size of the picture (px); the grid begins at its upper left corner
 */
export function drawFrame(
  frame: MapFrame,
  look: Look,
  { height, pxPerM, width }: { readonly width: number; readonly height: number; readonly pxPerM: number },
): string {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const { x, y } = frame.grid;
  createCanvasPainter(canvas)?.paint(frame, { x: -x * pxPerM, y: -y * pxPerM, pxPerM }, look, 1);
  return canvas.toDataURL('image/png');
}
