import {
  type Antenna,
  createFloorPath,
  type Floor,
  type Grid,
  type Point,
  type RadioChannel,
  type Transmitter,
  type Wall,
  type Zone,
} from '@northlight/rf';

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
export interface MapRadio extends Point {
  readonly id: string;
  /** Index of its floor. */
  readonly floor: number;
  /** Height of the antenna above its floor (m). */
  readonly heightM: number;
  /** Power with the gain of the antenna in the direction of its maximum (dBm, EIRP). */
  readonly powerDbm: number;
  readonly channel: RadioChannel;
  readonly antenna?: Antenna;
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
}

/** Returns a radio as the model needs it. */
export function createTransmitter(
  radio: MapRadio,
  { floor, floors }: Pick<MapScene, 'floor' | 'floors'>,
): Transmitter {
  const { antenna, channel, heightM, powerDbm, x, y } = radio;
  return {
    x,
    y,
    powerDbm,
    frequencyMhz: channel.centreMhz,
    path: createFloorPath(floors, { floor: radio.floor, heightM }, floor),
    ...(antenna && { antenna }),
  };
}
