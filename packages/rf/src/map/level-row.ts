import { type Antenna, AZIMUTHS, AZIMUTHS_PER_UNIT, createAntennaTable, isRound } from './antenna.ts';
import type { FloorPath } from './floor-path.ts';
import { STEPS_PER_DB, WEAKEST_DBM } from './levels.ts';
import { computeFreeSpaceLoss, MIN_DISTANCE_M } from './path-loss.ts';
import type { Grid } from './shadow.ts';
import type { Point } from './walls.ts';

/** A radio on a floor plan. */
export interface Transmitter extends Point {
  /** Power with the gain of the antenna in the direction of its maximum (dBm, EIRP). */
  readonly powerDbm: number;
  readonly frequencyMhz: number;
  /** Way from the floor of the antenna to the floor of the receivers. */
  readonly path: FloorPath;
  /** Undefined for an antenna with the same gain in all directions. */
  readonly antenna?: Antenna;
}

/** Sum of wall losses (in steps of stored levels) that replaces all larger ones; the difference is below 0.01 dB. */
export const MAX_LOSS_STEPS = 255;

/** Bits of a 32-bit float that select an entry of the table of distances: exponent and 8 bits of the fraction. */
const DISTANCE_SHIFT = 15;
/** The same for the table of an antenna: exponent and 3 bits of the fraction. */
const ANTENNA_SHIFT = 20;
/** Exponent of the first entry: 1/256 m², because the angle of an antenna changes fast below it. */
const FIRST_EXPONENT = 119;
const MIN_SQUARE = 2 ** (FIRST_EXPONENT - 127);
/** Powers of two (m²) in the tables: up to 8 km; antennas have the same gain beyond 64 m. */
const OCTAVES = 34;
const ANTENNA_OCTAVES = 20;
const FIRST_DISTANCE = FIRST_EXPONENT << (23 - DISTANCE_SHIFT);
const FIRST_ANTENNA = FIRST_EXPONENT << (23 - ANTENNA_SHIFT);
const ANTENNA_COLUMNS = ANTENNA_OCTAVES << (23 - ANTENNA_SHIFT);
const TABLES_MAX = 64;

/** A radio with its tables. */
export interface RadioModel {
  readonly x: number;
  readonly y: number;
  /** Squared height difference (m²), added to the squared plan distance for the lookup in `distanceLosses`. */
  readonly heightSquare: number;
  /** Stored level at 1 m without walls. */
  readonly atOneMetre: number;
  /** Losses (in steps of stored levels) by squared distance, relative to 1 m. */
  readonly distanceLosses: Float32Array;
  /** Losses by azimuth and squared distance on the plan; undefined if they do not depend on the azimuth. */
  readonly antennaLosses: Float32Array | undefined;
}

/** Keeps the tables of antennas, which take up to 15 ms each. */
export class RadioModels {
  readonly #tables = new Map<string, Float32Array>();

  create({ antenna, frequencyMhz, path, powerDbm, x, y }: Transmitter): RadioModel {
    const atOneMetre =
      STEPS_PER_DB * (powerDbm - computeFreeSpaceLoss(1, frequencyMhz) - path.slabLossDb - WEAKEST_DBM);
    const table = antenna && this.#getTable(antenna, path.heightM);
    const isByDistance = antenna !== undefined && isRound(antenna);
    return {
      x,
      y,
      atOneMetre,
      heightSquare: isByDistance ? 0 : path.heightM ** 2,
      distanceLosses: (isByDistance && table) || DISTANCE_LOSSES,
      antennaLosses: isByDistance ? undefined : table,
    };
  }

  /** Returns the table of an antenna by squared distance on the plan. That of a round antenna contains the distance. */
  #getTable(antenna: Antenna, heightM: number): Float32Array {
    const key = JSON.stringify([antenna, heightM]);
    const known = this.#tables.get(key);
    if (known) return known;
    if (this.#tables.size >= TABLES_MAX) this.#tables.clear();
    const table = isRound(antenna)
      ? createAntennaTable(antenna, DISTANCE_SQUARES, heightM).map(
          (loss, index) => loss + getDistanceLoss((DISTANCE_SQUARES[index] ?? 0) + heightM ** 2),
        )
      : createAntennaTable(antenna, listSquares(ANTENNA_SHIFT, ANTENNA_OCTAVES), heightM);
    this.#tables.set(key, table);
    return table;
  }
}

const squares = new Float32Array(1);
const squareBits = new Uint32Array(squares.buffer);

/** Cells of a row with the sums of their wall losses in steps of stored levels, and the array for their levels. */
export interface RowPart {
  readonly row: number;
  readonly first: number;
  readonly end: number;
  readonly sums: Uint8ClampedArray;
  /** Index of column 0 of the row in `sums`. */
  readonly sumsStart: number;
  readonly levels: Uint8ClampedArray;
  /** Index of column 0 of the row in `levels`. */
  readonly levelsStart: number;
}

/**
 * Writes the levels of a part of a row. The level of a cell does not depend on the part, so that a part that is written
 * again is equal to that of a new computation.
 *
 * @param saturated saturated losses by sum, with `MAX_LOSS_STEPS` entries more than `sums` can index
 * @param added loss (in steps) that is added to all sums
 */
export function writeLevels(
  { cellM, x: left, y: top }: Grid,
  { antennaLosses, atOneMetre, distanceLosses, heightSquare, x, y }: RadioModel,
  { end, first, levels, levelsStart, row, sums, sumsStart }: RowPart,
  saturated: Float32Array,
  added: number,
): void {
  const down = top + (row + 0.5) * cellM - y;
  const across = down * down + heightSquare;
  const origin = left + 0.5 * cellM - x;
  if (!antennaLosses) {
    for (let column = first; column < end; column += 1) {
      const along = origin + column * cellM;
      squares[0] = Math.max(along * along + across, MIN_SQUARE);
      const distance = distanceLosses[((squareBits[0] ?? 0) >>> DISTANCE_SHIFT) - FIRST_DISTANCE] ?? 0;
      const wall = saturated[(sums[sumsStart + column] ?? 0) + added] ?? 0;
      levels[levelsStart + column] = atOneMetre - distance - wall;
    }
    return;
  }
  const [turn, base] = down < 0 ? [1, 3] : [-1, 1];
  const absolute = Math.abs(down);
  for (let column = first; column < end; column += 1) {
    const along = origin + column * cellM;
    const square = along * along;
    squares[0] = Math.max(square + down * down, MIN_SQUARE);
    const step = Math.min(((squareBits[0] ?? 0) >>> ANTENNA_SHIFT) - FIRST_ANTENNA, ANTENNA_COLUMNS - 1);
    squares[0] = Math.max(square + across, MIN_SQUARE);
    const sum = Math.abs(along) + absolute;
    const angle = sum === 0 ? 0 : base + (turn * along) / sum;
    const azimuth = ((angle * AZIMUTHS_PER_UNIT) | 0) & (AZIMUTHS - 1);
    levels[levelsStart + column] =
      atOneMetre -
      (distanceLosses[((squareBits[0] ?? 0) >>> DISTANCE_SHIFT) - FIRST_DISTANCE] ?? 0) -
      (antennaLosses[azimuth * ANTENNA_COLUMNS + step] ?? 0) -
      (saturated[(sums[sumsStart + column] ?? 0) + added] ?? 0);
  }
}

/** Returns the squared distances (m²) in the middle of the entries of a table, which halves its error. */
function listSquares(shift: number, octaves: number): number[] {
  const bits = new Uint32Array(1);
  const square = new Float32Array(bits.buffer);
  const first = FIRST_EXPONENT << (23 - shift);
  return Array.from({ length: octaves << (23 - shift) }, (_, index) => {
    bits[0] = ((first + index) << shift) | (1 << (shift - 1));
    return square[0] ?? 0;
  });
}

const DISTANCE_SQUARES = listSquares(DISTANCE_SHIFT, OCTAVES);
/** Returns the loss at a squared distance (m²) relative to 1 m, in steps of stored levels. */
const getDistanceLoss = (square: number): number =>
  STEPS_PER_DB * 10 * Math.log10(Math.max(square, MIN_DISTANCE_M ** 2));
/** The error of this table is 0.009 dB. */
const DISTANCE_LOSSES = Float32Array.from(DISTANCE_SQUARES, getDistanceLoss);
