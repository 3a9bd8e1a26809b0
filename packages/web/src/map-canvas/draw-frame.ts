import { createCanvasPainter } from './canvas-painter.ts';
import type { Look } from './colour-ramps.ts';
import type { MapFrame } from './messages.ts';

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
