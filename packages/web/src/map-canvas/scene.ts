import type { WallLosses } from '@northlight/contract';
import type { BuildingRadio, Floor, Grid, Wall, Zone } from '@northlight/rf/map';

/** A wall of a map. The id is unique among the walls of its floor. */
export interface MapWall extends Wall {
  readonly id: string;
}

/** A floor of a map, with sizes as in `Floor` of the model. */
export interface MapFloor extends Omit<Floor, 'walls'> {
  readonly walls: readonly MapWall[];
  readonly zones?: readonly Zone[];
}

/** A radio of a map. */
export interface MapRadio extends BuildingRadio {
  readonly id: string;
}

/** Everything that the signals on one floor depend on. */
export interface MapScene {
  readonly grid: Grid;
  /** Floors from the lowest to the highest. */
  readonly floors: readonly MapFloor[];
  /** Index of the floor of the receivers. */
  readonly floor: number;
  /** At most `MAX_RADIOS`. */
  readonly radios: readonly MapRadio[];
  /** The way in which losses of walls are combined; as measured by default. */
  readonly wallLosses?: WallLosses;
}
