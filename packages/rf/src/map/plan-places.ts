import { toLevel } from './levels.ts';
import { type CellSet, placeAccessPoints, selectCells } from './placement.ts';
import { type Grid, SignalGrid, type Transmitter } from './signal-grid.ts';
import type { Point } from './walls.ts';

/** The wanted coverage of a floor, and the radios that may be placed. */
export interface PlacesTarget {
  readonly grid: Grid;
  /** Possible radios, each at a possible place. */
  readonly candidates: readonly Transmitter[];
  /** Least signal (dBm). */
  readonly leastDbm: number;
  /** Share of the area that needs this signal: 0.95 for 95%. */
  readonly share: number;
  /** Mask of the grid: 1 for each cell that counts; undefined if all cells count. */
  readonly counted?: Uint8Array;
  /** Loss at which those of the walls on a way saturate (dB). */
  readonly limitDb?: number;
}

/** A chosen place with its reason. */
export interface PlannedPlace {
  /** Index of the candidate. */
  readonly candidate: number;
  /** Area that only this place serves (m²). */
  readonly ownM2: number;
}

export interface PlannedPlaces {
  readonly places: readonly PlannedPlace[];
  readonly servedM2: number;
  readonly wantedM2: number;
  /** False if even all candidates together do not serve the share; the places then serve as much as possible. */
  readonly isReached: boolean;
}

/**
 * Chooses few places whose radios serve the wanted share of a floor. A cell is served if the signal of one chosen radio is
 * strong enough. The grid may be coarse: cells of 0.5 to 1 m.
 */
export function planPlaces({
  candidates,
  counted,
  grid,
  leastDbm,
  limitDb,
  share,
}: PlacesTarget): PlannedPlaces {
  const signals = new SignalGrid(grid, limitDb);
  const cells = grid.columns * grid.rows;
  const levels = new Uint8ClampedArray(cells);
  const leastLevel = toLevel(leastDbm);
  const covers = candidates.map((transmitter): CellSet => {
    signals.compute(transmitter, levels);
    return selectCells(levels, leastLevel);
  });
  const wanted = selectCells(counted ?? new Uint8Array(cells).fill(1), 1);
  const { isReached, places, servedCells, wantedCells } = placeAccessPoints({
    candidates: covers,
    wanted,
    share,
  });
  const square = grid.cellM ** 2;
  return {
    places: places.map(({ candidate, ownCells }) => ({ candidate, ownM2: ownCells * square })),
    servedM2: servedCells * square,
    wantedM2: wantedCells * square,
    isReached,
  };
}

/** Lists possible places in rows and columns at a distance (m), in the middle of the cells that count. */
export function listCandidatePoints(grid: Grid, spacingM: number, counted?: Uint8Array): Point[] {
  const step = Math.max(1, Math.round(spacingM / grid.cellM));
  const points: Point[] = [];
  for (let row = step >> 1; row < grid.rows; row += step)
    for (let column = step >> 1; column < grid.columns; column += step)
      if (!counted || counted[row * grid.columns + column] === 1)
        points.push({
          x: grid.x + (column + 0.5) * grid.cellM,
          y: grid.y + (row + 0.5) * grid.cellM,
        });
  return points;
}
