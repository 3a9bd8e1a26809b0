import type { ChangingCoverage } from './coverage.ts';
import type { WallSection } from './floor-path.ts';
import { MAX_LOSS_STEPS, type RadioModel, type Transmitter } from './level-row.ts';
import { ShadowEvents } from './shadow-events.ts';
import { Shadow } from './shadow.ts';
import { type SignalGrid, toLossSteps } from './signal-grid.ts';
import type { Wall } from './walls.ts';

/** From this number of changing walls on, a change of a part of them begins with new sums. */
const CHANGING_MAX = 32;

/** A radio whose levels follow changing walls. */
interface FollowedRadio {
  readonly transmitter: Transmitter;
  readonly model: RadioModel;
  /** Sums of the losses of all other walls, in steps. */
  readonly sums: Uint8ClampedArray;
  readonly layer: Uint8ClampedArray;
  /** The part of the path on the floor of the walls. */
  readonly section: WallSection;
}

/**
 * Changes some walls of the floor of the receivers again and again, for example while they are dragged. The losses of all
 * other walls are summed once; then a change computes only the cells in which the loss of the changing walls differs.
 */
export class WallChange {
  #walls: readonly Wall[];
  readonly #signals: SignalGrid;
  readonly #radios: readonly FollowedRadio[];
  readonly #levels: Uint8ClampedArray;
  readonly #shadow: Shadow;
  readonly #events: ShadowEvents;

  /**
   * @param walls the walls as they are in the levels
   * @param sums arrays that are used for the sums, one per radio
   */
  constructor(
    signals: SignalGrid,
    transmitters: readonly Transmitter[],
    layers: readonly Uint8ClampedArray[],
    sums: readonly Uint8ClampedArray[],
    walls: readonly Wall[],
  ) {
    this.#walls = walls;
    this.#signals = signals;
    this.#levels = new Uint8ClampedArray(signals.grid.columns);
    this.#shadow = new Shadow(signals.grid);
    this.#events = new ShadowEvents(signals.grid.rows);
    const changing = new Set(walls);
    this.#radios = transmitters.map((transmitter, index): FollowedRadio => {
      const section = findReceiversSection(transmitter);
      const [layer, own] = [layers[index], sums[index]];
      if (!section || !layer || !own) throw new RangeError(`Radio ${index} has no floor of receivers.`);
      signals.computeSums(transmitter, own, (wall, part) => part === section && changing.has(wall));
      return { transmitter, model: signals.createModel(transmitter), sums: own, layer, section };
    });
  }

  /** True if walls are among those that change, and these are few enough to continue with them. */
  includes(walls: readonly Wall[]): boolean {
    const isFew = this.#walls.length <= Math.max(CHANGING_MAX, walls.length);
    return isFew && walls.every((wall) => this.#walls.includes(wall));
  }

  /** Replaces walls by others, and passes the changed levels to the coverage. */
  replace(before: readonly Wall[], after: readonly Wall[], coverage: ChangingCoverage): void {
    const next = [...this.#walls.filter((wall) => !before.includes(wall)), ...after];
    for (const [index, radio] of this.#radios.entries()) {
      this.#events.clear(this.#walls.length + next.length);
      for (const wall of this.#walls) this.#addShadow(radio, wall, toLossSteps(wall.lossDb), 0);
      for (const wall of next) this.#addShadow(radio, wall, 0, toLossSteps(wall.lossDb));
      this.#events.forEachChange((row, first, end, lossAfter) =>
        this.#write(index, radio, row, first, end, Math.min(lossAfter, MAX_LOSS_STEPS), coverage),
      );
    }
    this.#walls = next;
  }

  #addShadow({ section, transmitter }: FollowedRadio, wall: Wall, before: number, after: number): void {
    if (before === 0 && after === 0) return;
    this.#shadow.trace(transmitter, wall, section);
    this.#events.add(this.#shadow, before, after);
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

/** Finds the part of a path that is on the floor of the receivers. */
export const findReceiversSection = ({ path }: Transmitter): WallSection | undefined =>
  path.sections.find(({ to }) => to === 1);

/** Replaces walls on the floor of the receivers. Equal lists of walls stay one list. */
export function replaceInPaths(
  transmitters: readonly Transmitter[],
  before: readonly Wall[],
  after: readonly Wall[],
): Transmitter[] {
  const lists = new Map<readonly Wall[], readonly Wall[]>();
  const removed = new Set(before);
  const replaceIn = (walls: readonly Wall[]): readonly Wall[] => {
    const replaced = lists.get(walls) ?? [...walls.filter((wall) => !removed.has(wall)), ...after];
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
