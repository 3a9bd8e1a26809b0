import { type Grid, type Point, toValue } from '@northlight/rf/map';
import type { FrameOptions, MapAnswer, MapChange, MapFrame, MapRequest } from './messages.ts';
import type { MapRadio, MapScene, MapWall } from './scene.ts';

/** Frames of levels for a painter. */
export interface FrameSource {
  getFrame: () => MapFrame | undefined;
  /** Calls the listener after each new frame; returns a function that ends it. */
  subscribe: (listener: () => void) => () => void;
}

/**
 * The worker that computes a map. Only one batch of changes is computed at a time; changes that arrive meanwhile replace
 * earlier ones of the same radio or wall, so that a frame is never queued behind an old one.
 */
export class MapClient implements FrameSource, Disposable {
  readonly #worker: Worker;
  readonly #pending = new Map<string, MapChange>();
  readonly #listeners = new Set<() => void>();
  readonly #buffers: ArrayBuffer[] = [];
  readonly #onError: (message: string) => void;
  #frame: MapFrame | undefined;
  #hasScene = false;
  #isBusy = false;
  #version = 0;

  /** @param onError is called with the message of a failed computation, such as too many radios */
  constructor(onError: (message: string) => void) {
    this.#onError = onError;
    this.#worker = new Worker(new URL('map-worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<MapAnswer>) => this.#receive(data));
    this.#worker.addEventListener('error', ({ message }) => onError(message));
  }

  /** Replaces the scene. Changes of radios and walls that were not computed yet are dropped. */
  setScene(scene: MapScene): void {
    const options = this.#pending.get('options');
    this.#pending.clear();
    this.#hasScene = true;
    if (options) this.#pending.set('options', options);
    this.#change('scene', { type: 'scene', scene });
  }

  setOptions(options: FrameOptions): void {
    this.#change('options', { type: 'options', options });
  }

  /** Moves a radio, adds one with a new id, or removes it (undefined). */
  setRadio(id: string, radio: MapRadio | undefined): void {
    this.#change(`radio ${id}`, { type: 'radio', id, radio });
  }

  /** Moves a wall of the receivers' floor, adds one with a new id, or removes it (undefined). */
  setWall(id: string, wall: MapWall | undefined): void {
    this.#change(`wall ${id}`, { type: 'wall', id, wall });
  }

  getFrame(): MapFrame | undefined {
    return this.#frame;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Returns the value of the present frame at a point (m), in the unit of its quantity: dBm, dB, Mbit/s, a number of radios or
   * the index of a radio. Undefined outside the grid, without a signal, and before the first frame.
   */
  readCell(x: number, y: number): number | undefined {
    const cell = this.#frame && findCell(this.#frame.grid, { x, y });
    return this.#frame && cell !== undefined
      ? toValue(this.#frame.quantity, this.#frame.levels[cell] ?? 0)
      : undefined;
  }

  [Symbol.dispose](): void {
    this.#worker.terminate();
    this.#isBusy = true;
    this.#listeners.clear();
  }

  #change(key: string, change: MapChange): void {
    // A change is computed at the place of the last one, so that the order of different changes is kept.
    this.#pending.delete(key);
    this.#pending.set(key, change);
    // Changes of one task are one batch: both walls at a dragged corner, or a wall with its openings.
    queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    if (this.#isBusy || !this.#hasScene || this.#pending.size === 0) return;
    this.#isBusy = true;
    this.#version += 1;
    const buffers = this.#buffers.splice(0);
    const changes = [...this.#pending.values()];
    this.#pending.clear();
    const request: MapRequest = { version: this.#version, changes, buffers };
    this.#worker.postMessage(request, buffers);
  }

  #receive(answer: MapAnswer): void {
    this.#isBusy = false;
    if (answer.type === 'failed') this.#onError(answer.message);
    else {
      if (this.#frame) this.#buffers.push(this.#frame.levels.buffer);
      this.#frame = answer.frame;
    }
    // The worker computes the next frame while this one is painted.
    this.#flush();
    if (answer.type === 'frame') for (const listener of this.#listeners) listener();
  }
}

/** Returns the index of the cell at a point (m); undefined outside the grid. */
function findCell({ cellM, columns, rows, x, y }: Grid, point: Point): number | undefined {
  const column = Math.floor((point.x - x) / cellM);
  const row = Math.floor((point.y - y) / cellM);
  return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : undefined;
}
