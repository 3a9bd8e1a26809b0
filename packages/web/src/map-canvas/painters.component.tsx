import type { Quantity } from '@northlight/rf/map';
import { createRandom } from '@northlight/rf/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createCanvasPainter } from './canvas-painter.ts';
import { createLook } from './colour-ramps.ts';
import type { MapFrame } from './messages.ts';
import type { HeatPainter, MapView } from './painter.ts';
import { createWebglPainter } from './webgl-painter.ts';

const WIDTH = 240;
const HEIGHT = 160;
const GRID = { x: -1, y: 2, cellM: 0.5, columns: 40, rows: 30 };
/** Largest difference of a colour component. */
const TOLERANCE = 1;

/** Creates a frame with areas of similar levels and cells without a signal. */
function createFrame(quantity: Quantity, seed: number): MapFrame {
  const random = createRandom(seed);
  const levels = Uint8Array.from({ length: GRID.columns * GRID.rows }, (_, cell) => {
    const wave = Math.sin((cell % GRID.columns) / 4) + Math.cos(cell / GRID.columns / 3);
    return random() < 0.05 ? 0 : 128 + 50 * wave + random() * 4;
  });
  return { version: 1, grid: GRID, quantity, levels, share: undefined, computedMs: 0 };
}

/** Paints on a canvas of its own and returns the pixels, from the top left. */
function paint(
  create: (canvas: HTMLCanvasElement) => HeatPainter | undefined,
  frames: readonly MapFrame[],
  view: MapView,
  ratio: number,
): Uint8ClampedArray {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const painter = create(canvas);
  if (!painter) throw new Error('This browser cannot create the painter.');
  onTestFinished(() => painter.dispose());
  for (const frame of frames) painter.paint(frame, view, createLook(frame.quantity), ratio);
  // In the same task, before the browser clears the canvas of WebGL.
  const copy = document.createElement('canvas');
  copy.width = WIDTH;
  copy.height = HEIGHT;
  const context = copy.getContext('2d');
  context?.drawImage(canvas, 0, 0);
  return context?.getImageData(0, 0, WIDTH, HEIGHT).data ?? new Uint8ClampedArray();
}

// Pixel centres avoid cell edges, because 32-bit and 64-bit numbers round differently there.
it.each<[string, Quantity, MapView, number]>([
  ['a plan that fits', 'signal', { x: 10.311, y: 5.723, pxPerM: 9.7193 }, 1],
  [
    'enlarged cells on a screen with 2 pixels per px',
    'signal',
    { x: -60.217, y: -40.913, pxPerM: 21.3171 },
    2,
  ],
  ['cells smaller than a pixel', 'throughput', { x: 40.413, y: 30.117, pxPerM: 1.3719 }, 1],
  ['best radios with their borders', 'server', { x: 3.137, y: -3.319, pxPerM: 8.9137 }, 1],
  ['a ratio', 'sinr', { x: 3.137, y: -3.319, pxPerM: 8.9137 }, 1],
  ['a second signal', 'second', { x: 3.137, y: -3.319, pxPerM: 8.9137 }, 1],
  ['a plan out of sight', 'signal', { x: 3_000.1, y: -3.3, pxPerM: 8.9 }, 1],
])('both painters give the same pixels: %s', (_title, quantity, view, ratio) => {
  const frames = [createFrame('signal', 1), createFrame(quantity, 2)];
  const [canvas, webgl] = [createCanvasPainter, createWebglPainter].map((create) =>
    paint(create, frames, view, ratio),
  );
  expect(webgl).toHaveLength(WIDTH * HEIGHT * 4);
  const different = webgl?.findIndex((value, index) => Math.abs(value - (canvas?.[index] ?? 0)) > TOLERANCE);
  expect(different).toBe(-1);
});

it.each([
  ['WebGL', createWebglPainter],
  ['a canvas', createCanvasPainter],
])('%s shows colours, lines and hidden cells of a known plan', (_title, create) => {
  const levels = new Uint8Array(GRID.columns * GRID.rows).fill(120);
  // Below −90 dBm in the left quarter; a line at −60 dBm (level 120) before the weaker right half.
  for (let cell = 0; cell < levels.length; cell += 1) {
    const column = cell % GRID.columns;
    if (column < 10) levels[cell] = 40;
    else if (column >= 20) levels[cell] = 110;
  }
  const frame: MapFrame = { ...createFrame('signal', 1), levels };
  const pixels = paint(create, [frame], { x: 4, y: -8, pxPerM: 4 }, 1);
  const at = (x: number, y: number) => Array.from(pixels.slice((y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 4));
  const { line, palette } = createLook('signal');
  const colourOf = (level: number) => Array.from(palette.slice(level * 4, level * 4 + 4));
  // The grid begins at pixel (0, 0); a cell has 2 pixels.
  expect(at(10, 10)).toEqual([0, 0, 0, 0]);
  expect(at(30, 10)).toEqual(colourOf(120));
  expect(at(39, 10)).toEqual([...line, 255]);
  expect(at(40, 10)).toEqual(colourOf(110));
  expect(at(100, 10)).toEqual([0, 0, 0, 0]);
  expect(at(30, 70)).toEqual([0, 0, 0, 0]);
});
