import type { ChangingCoverage } from './coverage.ts';
import type { WallSection } from './floor-path.ts';
import type { RadioModel, Transmitter } from './level-row.ts';
import { Shadow } from './shadow.ts';
import { type SignalGrid, toLossSteps } from './signal-grid.ts';
import type { Wall } from './walls.ts';

/** A radio whose levels follow a changing wall. */
interface FollowedRadio {
  readonly transmitter: Transmitter;
  readonly model: RadioModel;
  /** Sums of the losses of all other walls, in steps. */
  readonly sums: Uint8ClampedArray;
  readonly layer: Uint8ClampedArray;
  /** The part of the path on the floor of the wall. */
  readonly section: WallSection;
}

/**
 * Changes one wall of the floor of the receivers again and again, for example while it is dragged. The losses of all other
 * walls are summed once; then a change computes only the cells whose path crosses the wall before or after it, and not
 * before and after it.
 */
export class WallChange {
  wall: Wall | undefined;
  readonly #signals: SignalGrid;
  readonly #radios: readonly FollowedRadio[];
  readonly #levels: Uint8ClampedArray;
  readonly #shadows: { before: Shadow; after: Shadow };

  /**
   * @param wall the wall as it is in the levels; undefined if it will be added
   * @param sums arrays that are used for the sums, one per radio
   */
  constructor(
    signals: SignalGrid,
    transmitters: readonly Transmitter[],
    layers: readonly Uint8ClampedArray[],
    sums: readonly Uint8ClampedArray[],
    wall: Wall | undefined,
  ) {
    this.wall = wall;
    this.#signals = signals;
    this.#levels = new Uint8ClampedArray(signals.grid.columns);
    this.#shadows = { before: new Shadow(signals.grid), after: new Shadow(signals.grid) };
    this.#radios = transmitters.flatMap((transmitter, index): FollowedRadio[] => {
      const section = findReceiversSection(transmitter);
      const [layer, own] = [layers[index], sums[index]];
      if (!section || !layer || !own) throw new RangeError(`Radio ${index} has no floor of receivers.`);
      signals.computeSums(transmitter, own, (each, part) => part === section && each === wall);
      return [{ transmitter, model: signals.createModel(transmitter), sums: own, layer, section }];
    });
  }

  /** Replaces the wall, or adds or removes it, and passes the changed levels to the coverage. */
  replace(wall: Wall | undefined, coverage: ChangingCoverage): void {
    for (const [index, radio] of this.#radios.entries()) this.#update(index, radio, wall, coverage);
    this.wall = wall;
  }

  #update(index: number, radio: FollowedRadio, wall: Wall | undefined, coverage: ChangingCoverage): void {
    const { after, before } = this.#shadows;
    const stepsBefore = trace(before, radio, this.wall);
    const stepsAfter = trace(after, radio, wall);
    const isUnequal = stepsBefore !== stepsAfter;
    const firstRow = Math.min(
      before.endRow > 0 ? before.firstRow : after.firstRow,
      after.endRow > 0 ? after.firstRow : before.firstRow,
    );
    for (let row = firstRow; row < Math.max(before.endRow, after.endRow); row += 1) {
      const hasBefore = row >= before.firstRow && row < before.endRow;
      const hasAfter = row >= after.firstRow && row < after.endRow;
      const [oldFirst, oldEnd] = hasBefore ? [before.firsts[row] ?? 0, before.ends[row] ?? 0] : [0, 0];
      const [newFirst, newEnd] = hasAfter ? [after.firsts[row] ?? 0, after.ends[row] ?? 0] : [0, 0];
      const bothFirst = Math.max(oldFirst, newFirst);
      const bothEnd = Math.min(oldEnd, newEnd);
      if (bothFirst >= bothEnd) {
        this.#write(index, radio, row, oldFirst, oldEnd, 0, coverage);
        this.#write(index, radio, row, newFirst, newEnd, stepsAfter, coverage);
        continue;
      }
      this.#write(index, radio, row, oldFirst, bothFirst, 0, coverage);
      this.#write(index, radio, row, newFirst, bothFirst, stepsAfter, coverage);
      if (isUnequal) this.#write(index, radio, row, bothFirst, bothEnd, stepsAfter, coverage);
      this.#write(index, radio, row, bothEnd, oldEnd, 0, coverage);
      this.#write(index, radio, row, bothEnd, newEnd, stepsAfter, coverage);
    }
  }

  /** Writes the levels of some cells of a row with an added loss (in steps). */
  #write(
    index: number,
    { layer, model, sums }: FollowedRadio,
    row: number,
    first: number,
    end: number,
    added: number,
    coverage: ChangingCoverage,
  ): void {
    if (first >= end) return;
    const sumsStart = row * this.#signals.grid.columns;
    const levels = this.#levels;
    this.#signals.writePart(model, { row, first, end, sums, sumsStart, levels, levelsStart: 0 }, added);
    for (let column = first; column < end; column += 1) {
      const cell = sumsStart + column;
      const level = levels[column] ?? 0;
      coverage.change(cell, index, layer[cell] ?? 0, level);
      layer[cell] = level;
    }
  }
}

/** Traces the shadow of a wall, which is empty without a wall. Returns the loss of the wall in steps. */
function trace(shadow: Shadow, { section, transmitter }: FollowedRadio, wall: Wall | undefined): number {
  const steps = wall ? toLossSteps(wall.lossDb) : 0;
  if (!wall || steps === 0) shadow.clear();
  else shadow.trace(transmitter, wall, section);
  return steps;
}

/** Finds the part of a path that is on the floor of the receivers. */
export const findReceiversSection = ({ path }: Transmitter): WallSection | undefined =>
  path.sections.find(({ to }) => to === 1);

/** Replaces, adds or removes a wall on the floor of the receivers. Equal lists of walls stay one list. */
export function replaceInPaths(
  transmitters: readonly Transmitter[],
  before: Wall | undefined,
  after: Wall | undefined,
): Transmitter[] {
  const lists = new Map<readonly Wall[], readonly Wall[]>();
  const replaceIn = (walls: readonly Wall[]): readonly Wall[] => {
    const known = lists.get(walls);
    if (known) return known;
    const others = walls.filter((wall) => wall !== before);
    const replaced = after ? [...others, after] : others;
    lists.set(walls, replaced);
    return replaced;
  };
  return transmitters.map((transmitter) => {
    const received = findReceiversSection(transmitter);
    const sections = transmitter.path.sections.map((section) =>
      section === received ? { ...section, walls: replaceIn(section.walls) } : section,
    );
    return { ...transmitter, path: { ...transmitter.path, sections } };
  });
}
