import type { WallSection } from './floor-path.ts';
import {
  MAX_LOSS_STEPS,
  type RadioModel,
  RadioModels,
  type RowPart,
  type Transmitter,
  writeLevels,
} from './level-row.ts';
import { STEPS_PER_DB } from './levels.ts';
import { saturateWallLoss, WALL_LOSS_LIMIT_DB } from './path-loss.ts';
import { type Grid, Shadow } from './shadow.ts';
import type { Wall } from './walls.ts';
import { computeSignedArea, isInside, listEdges, type Zone } from './zones.ts';

export type { Grid } from './shadow.ts';
export type { Transmitter } from './level-row.ts';

/** Cells that reserve the end of a row for shadows that reach its end. */
const ROW_END = 1;

/**
 * Computes the signal in the centre of each cell, row by row.
 *
 * Each wall shadows an interval of each row: the cells behind it, seen from the transmitter. Losses are added at the
 * begin and subtracted at the end of each interval, and summed along the row, so that the time depends on the number of
 * walls times rows, plus cells, instead of walls times cells. Losses count in steps of stored levels (0.5 dB), whose sums
 * are exact, so that a level does not depend on the order of the walls.
 */
export class SignalGrid {
  readonly grid: Grid;
  readonly #models = new RadioModels();
  readonly #changes: Int32Array;
  readonly #rowSums: Uint8ClampedArray;
  readonly #saturated: Float32Array;
  readonly #shadow: Shadow;
  /** Metres in zones times their loss, divided by the length of the path; only with zones. */
  #zoneShares: Float32Array | undefined;

  constructor(grid: Grid, limitDb = WALL_LOSS_LIMIT_DB) {
    this.grid = grid;
    this.#changes = new Int32Array((grid.columns + ROW_END) * grid.rows);
    this.#rowSums = new Uint8ClampedArray(grid.columns);
    this.#shadow = new Shadow(grid);
    // Has twice as many steps as a stored sum, because a loss is added to it before the lookup.
    this.#saturated = Float32Array.from({ length: 2 * MAX_LOSS_STEPS + 1 }, (_, step) => {
      const lossDb = Math.min(step, MAX_LOSS_STEPS) / STEPS_PER_DB;
      return STEPS_PER_DB * saturateWallLoss(lossDb, limitDb);
    });
  }

  /** Writes the stored level of each cell to `levels`. */
  compute(transmitter: Transmitter, levels: Uint8ClampedArray): void {
    const { columns, rows } = this.grid;
    const model = this.#models.create(transmitter);
    const sums = this.#rowSums;
    this.#addLosses(transmitter);
    for (let row = 0; row < rows; row += 1) {
      this.#sumRow(transmitter, row, sums, 0);
      const part = { row, first: 0, end: columns, sums, sumsStart: 0, levels, levelsStart: row * columns };
      writeLevels(this.grid, model, part, this.#saturated, 0);
    }
  }

  /**
   * Writes the sums of the losses of walls and zones of each cell (in steps of stored levels, at most 255) to `sums`.
   * Walls for which `isExcluded` is true do not count.
   */
  computeSums(
    transmitter: Transmitter,
    sums: Uint8ClampedArray,
    isExcluded: (wall: Wall, section: WallSection) => boolean,
  ): void {
    const { columns, rows } = this.grid;
    this.#addLosses(transmitter, isExcluded);
    for (let row = 0; row < rows; row += 1) this.#sumRow(transmitter, row, sums, row * columns);
  }

  createModel(transmitter: Transmitter): RadioModel {
    return this.#models.create(transmitter);
  }

  /** Writes the levels of a part of a row whose sums are known, with a further loss (in steps). */
  writePart(model: RadioModel, part: RowPart, addedSteps: number): void {
    writeLevels(this.grid, model, part, this.#saturated, addedSteps);
  }

  #addLosses(transmitter: Transmitter, isExcluded?: (wall: Wall, section: WallSection) => boolean): void {
    this.#changes.fill(0);
    const { sections } = transmitter.path;
    for (const section of sections)
      for (const wall of section.walls)
        if (!isExcluded?.(wall, section)) this.#addShadow(transmitter, wall, section);
    const hasZones = sections.some(({ zones = [] }) => zones.length > 0);
    if (!hasZones) this.#zoneShares = undefined;
    else {
      this.#zoneShares ??= new Float32Array(this.grid.columns * this.grid.rows);
      this.#zoneShares.fill(0);
      for (const section of sections)
        for (const zone of section.zones ?? []) this.#addZone(transmitter, zone, section);
    }
  }

  #addShadow(from: Transmitter, wall: Wall, section: WallSection): void {
    const steps = toLossSteps(wall.lossDb);
    if (steps === 0) return;
    const shadow = this.#shadow;
    shadow.trace(from, wall, section);
    const { endRow, ends, firstRow, firsts } = shadow;
    const changes = this.#changes;
    const stride = this.grid.columns + ROW_END;
    for (let row = firstRow, start = firstRow * stride; row < endRow; row += 1, start += stride) {
      const first = firsts[row] ?? 0;
      const end = ends[row] ?? 0;
      if (first >= end) continue;
      changes[start + first] = (changes[start + first] ?? 0) + steps;
      changes[start + end] = (changes[start + end] ?? 0) - steps;
    }
  }

  /**
   * Adds the part of each path that is in a zone: the rest of the path behind each edge that leads into the zone, minus the
   * rest behind each edge that leads out of it.
   */
  #addZone(from: Transmitter, zone: Zone, section: WallSection): void {
    const { columns } = this.grid;
    const shares = this.#zoneShares;
    if (!shares) return;
    const weight = zone.lossDbPerM * STEPS_PER_DB;
    if (isInside(from, zone.corners)) {
      const inside = weight * (section.to - section.from);
      for (let cell = 0; cell < shares.length; cell += 1) shares[cell] = (shares[cell] ?? 0) + inside;
    }
    const isClockwise = computeSignedArea(zone.corners) > 0;
    const shadow = this.#shadow;
    const { cellM, x: left, y: top } = this.grid;
    for (const edge of listEdges(zone.corners)) {
      const { x1, x2, y1, y2 } = edge;
      const turn = (x1 - from.x) * (y2 - from.y) - (y1 - from.y) * (x2 - from.x);
      const sign = turn > 0 === isClockwise ? -weight : weight;
      shadow.trace(from, edge, { from: 0, to: section.to });
      for (let row = shadow.firstRow; row < shadow.endRow; row += 1) {
        const end = shadow.ends[row] ?? 0;
        const southM = top + (row + 0.5) * cellM - from.y;
        for (let column = shadow.firsts[row] ?? 0; column < end; column += 1) {
          const eastM = left + (column + 0.5) * cellM - from.x;
          // Fraction of the path at which it crosses the edge.
          const crossed = turn / (eastM * (y2 - y1) - southM * (x2 - x1));
          const cell = row * columns + column;
          const share = section.to - Math.min(Math.max(crossed, section.from), section.to);
          shares[cell] = (shares[cell] ?? 0) + sign * share;
        }
      }
    }
  }

  #sumRow({ path, x, y }: Transmitter, row: number, sums: Uint8ClampedArray, start: number): void {
    const { cellM, columns, x: left, y: top } = this.grid;
    const changes = this.#changes;
    const shares = this.#zoneShares;
    const changeStart = row * (columns + ROW_END);
    let sum = 0;
    if (!shares) {
      for (let column = 0; column < columns; column += 1) {
        sum += changes[changeStart + column] ?? 0;
        sums[start + column] = sum;
      }
      return;
    }
    const across = (top + (row + 0.5) * cellM - y) ** 2 + path.heightM ** 2;
    for (let column = 0; column < columns; column += 1) {
      sum += changes[changeStart + column] ?? 0;
      const along = left + (column + 0.5) * cellM - x;
      const lengthM = Math.sqrt(along * along + across);
      // The array rounds half steps to even ones, which would depend on the sum of the walls.
      sums[start + column] = sum + Math.round((shares[row * columns + column] ?? 0) * lengthM);
    }
  }
}

/** Returns the loss of a wall in steps of stored levels. */
export const toLossSteps = (lossDb: number): number =>
  Math.min(MAX_LOSS_STEPS, Math.max(0, Math.round(lossDb * STEPS_PER_DB)));
