import {
  CoverageMap,
  getWallLossLimit,
  createTransmitter,
  markPolygons,
  measureTarget,
  type Quantity,
  QuantityComputer,
  type TargetShare,
  toStored,
} from '@northlight/rf/map';
import type { FrameOptions, MapChange, MapFrame } from './messages.ts';
import type { MapRadio, MapScene, MapWall } from './scene.ts';

type WallChange = Extract<MapChange, { readonly type: 'wall' }>;

interface Marks {
  readonly counted?: Uint8Array;
  readonly excluded?: Uint8Array;
}

/** The signals of a scene that changes. Runs in the worker; it has no access to the page. */
export class MapEngine {
  #scene: MapScene | undefined;
  #map: CoverageMap | undefined;
  #quantities: QuantityComputer | undefined;
  #options: FrameOptions = { quantity: 'signal' };
  #marks: Marks = {};

  /**
   * Applies changes in their order. A moved radio is computed alone, and walls that follow each other are computed together;
   * a scene, or an added or removed radio, is computed as a whole. Changes before the first scene are ignored, except options.
   */
  apply(changes: readonly MapChange[]): void {
    let walls: WallChange[] = [];
    for (const change of changes) {
      if (change.type === 'wall') {
        walls.push(change);
        continue;
      }
      this.#setWalls(walls);
      walls = [];
      if (change.type === 'scene') this.#setScene(change.scene);
      else if (change.type === 'options') this.#setOptions(change.options);
      else this.#setRadio(change.id, change.radio);
    }
    this.#setWalls(walls);
  }

  /** Computes the levels of the present quantity; undefined before the first scene. */
  computeFrame(version: number, takeBuffer: (bytes: number) => ArrayBuffer): MapFrame | undefined {
    if (!this.#scene || !this.#map) return undefined;
    const start = performance.now();
    const { grid } = this.#scene;
    const levels = new Uint8Array(takeBuffer(grid.columns * grid.rows));
    this.#compute(this.#options.quantity, levels);
    const share = this.#measureShare(levels);
    const { quantity } = this.#options;
    return { version, grid, quantity, levels, share, computedMs: performance.now() - start };
  }

  #compute(quantity: Quantity, levels: Uint8Array): void {
    if (!this.#map || !this.#scene) return;
    this.#quantities ??= new QuantityComputer(levels.length);
    const channels = this.#scene.radios.map(({ channel }) => channel);
    this.#quantities.compute(this.#map, channels, quantity, levels);
  }

  #setScene(scene: MapScene): void {
    const describe = ({ grid, wallLosses }: MapScene): string => JSON.stringify([grid, wallLosses]);
    const isSameGrid = this.#scene && describe(this.#scene) === describe(scene);
    if (!isSameGrid) {
      this.#map = new CoverageMap(scene.grid, getWallLossLimit(scene.wallLosses));
      this.#quantities = undefined;
    }
    this.#scene = scene;
    this.#map?.compute(scene.radios.map((radio) => createTransmitter(radio, scene.floors, scene.floor)));
    if (!isSameGrid) this.#setOptions(this.#options);
  }

  #setOptions(options: FrameOptions): void {
    this.#options = options;
    if (!this.#scene) return;
    const { grid } = this.#scene;
    const { counted = [], excluded = [] } = options;
    this.#marks = {
      ...(counted.length > 0 && { counted: markPolygons(grid, counted) }),
      ...(excluded.length > 0 && { excluded: markPolygons(grid, excluded) }),
    };
  }

  #setRadio(id: string, radio: MapRadio | undefined): void {
    if (!this.#scene || !this.#map) return;
    const index = this.#scene.radios.findIndex((each) => each.id === id);
    if (!radio && index < 0) return;
    const radios = replaceAt(this.#scene.radios, index, radio);
    const scene = { ...this.#scene, radios };
    if (!radio || index < 0) {
      this.#setScene(scene);
      return;
    }
    this.#scene = scene;
    this.#map.move(index, createTransmitter(radio, scene.floors, scene.floor));
  }

  #setWalls(changes: readonly WallChange[]): void {
    if (!this.#scene || !this.#map) return;
    const { floor, floors } = this.#scene;
    let walls = floors[floor]?.walls ?? [];
    const [before, after]: [MapWall[], MapWall[]] = [[], []];
    // Of several changes of a wall, the last one counts.
    for (const { id, wall } of new Map(changes.map((change) => [change.id, change])).values()) {
      const index = walls.findIndex((each) => each.id === id);
      const present = walls[index];
      if (present) before.push(present);
      if (wall) after.push(wall);
      walls = replaceAt(walls, index, wall);
    }
    if (before.length === 0 && after.length === 0) return;
    this.#map.changeWalls(before, after);
    this.#scene = {
      ...this.#scene,
      floors: floors.map((each, at) => (at === floor ? { ...each, walls } : each)),
    };
  }

  #measureShare(levels: Uint8Array): TargetShare | undefined {
    const { quantity, target } = this.#options;
    if (!this.#scene || target === undefined) return undefined;
    return measureTarget(this.#scene.grid, levels, toStored(quantity, target), this.#marks);
  }
}

/** Replaces, removes or (with a negative index) adds an entry. */
const replaceAt = <T>(entries: readonly T[], index: number, entry: T | undefined): T[] =>
  index < 0 || !entry
    ? [...entries.filter((_, at) => at !== index), ...(entry ? [entry] : [])]
    : entries.with(index, entry);
