import type { Grid, Point, Quantity, TargetShare } from '@northlight/rf/map';
import type { MapRadio, MapScene, MapWall } from './scene.ts';

/** Contents of the frames. */
export interface FrameOptions {
  readonly quantity: Quantity;
  /** Least value (in the unit of the quantity) whose share of the area is measured. */
  readonly target?: number;
  /** Outlines of the areas that count (m), such as the inside of a building; without any, all cells count. */
  readonly counted?: readonly (readonly Point[])[];
  /** Outlines of the areas that do not count (m). */
  readonly excluded?: readonly (readonly Point[])[];
}

/** A change of the map. Radios and walls are identified by their ids; an unknown id adds one. */
export type MapChange =
  | { readonly type: 'scene'; readonly scene: MapScene }
  | { readonly type: 'options'; readonly options: FrameOptions }
  | { readonly type: 'radio'; readonly id: string; readonly radio: MapRadio | undefined }
  | { readonly type: 'wall'; readonly id: string; readonly wall: MapWall | undefined };

/** Levels of all cells after a change. */
export interface MapFrame {
  /** Number of the last applied batch of changes. */
  readonly version: number;
  readonly grid: Grid;
  readonly quantity: Quantity;
  /** Stored levels, row by row; `toValue` returns their values. */
  readonly levels: Uint8Array<ArrayBuffer>;
  readonly share: TargetShare | undefined;
  /** Time of the computation (ms). */
  readonly computedMs: number;
}

/** A batch of changes. */
export interface MapRequest {
  readonly version: number;
  readonly changes: readonly MapChange[];
  /** Buffers of frames that are no longer shown, for the next ones. */
  readonly buffers: readonly ArrayBuffer[];
}

export type MapAnswer =
  | { readonly type: 'frame'; readonly frame: MapFrame }
  | { readonly type: 'failed'; readonly version: number; readonly message: string };
