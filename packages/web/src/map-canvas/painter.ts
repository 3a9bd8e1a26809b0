import type { Look } from './colour-ramps.ts';
import type { MapFrame } from './messages.ts';

/** The part of the plan that a canvas shows. */
export interface MapView {
  /** Position of the plan's origin in the canvas (CSS px). */
  readonly x: number;
  readonly y: number;
  readonly pxPerM: number;
}

/** Paints frames on a canvas, cell by cell without smoothing, so that every painter gives the same pixels. */
export interface HeatPainter {
  readonly kind: 'webgl' | 'canvas';
  /**
   * Paints the canvas in its present size. A device pixel has the colour of the cell at its centre; it has the colour of the
   * lines if the pixel to its right or below it is in a cell of another band.
   *
   * @param ratio device pixels per CSS px
   */
  paint: (frame: MapFrame, view: MapView, look: Look, ratio: number) => void;
  dispose: () => void;
}

/** Columns or rows of cells along one axis of a canvas, in device pixels. */
export interface CellAxis {
  /** Device pixel at which the first cell begins. */
  readonly offset: number;
  /** Device pixels per cell. */
  readonly step: number;
}

export function computeAxes({ grid }: MapFrame, view: MapView, ratio: number) {
  const step = grid.cellM * view.pxPerM * ratio;
  const place = (position: number, metres: number): CellAxis => ({
    offset: (position + metres * view.pxPerM) * ratio,
    step,
  });
  return { horizontal: place(view.x, grid.x), vertical: place(view.y, grid.y) };
}
