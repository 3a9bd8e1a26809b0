/** Size of the drawing; the picture is scaled from it. */
export const WIDTH = 1280;
export const HEIGHT = 720;
/** Points that are nearer to the camera (m) are cut off. */
const NEAR = 0.4;

/** A point of the place in metres: x to the right, y up from the floor, z away from the camera. */
export type Point = readonly [x: number, y: number, z: number];
export type Side = readonly Point[];

/** A camera on a wall or a pole above the origin. */
export interface Lens {
  /** Height above the floor (m). */
  readonly height: number;
  /** Angle by which the camera looks down (degrees). */
  readonly down: number;
  /** Focal length in pixels of the drawing. */
  readonly focal: number;
}

export interface Projected {
  readonly x: number;
  readonly y: number;
  /** Pixels per metre at this distance. */
  readonly scale: number;
}

/** Converts points of the place into points of the drawing. */
export class Projection {
  readonly #lens: Lens;
  readonly #sine: number;
  readonly #cosine: number;

  constructor(lens: Lens) {
    this.#lens = lens;
    this.#sine = Math.sin((lens.down * Math.PI) / 180);
    this.#cosine = Math.cos((lens.down * Math.PI) / 180);
  }

  /** Height of the horizon in the drawing. */
  get horizon(): number {
    return HEIGHT / 2 - (this.#lens.focal * this.#sine) / this.#cosine;
  }

  /** Projects one point; undefined if it is behind the camera. */
  project(point: Point): Projected | undefined {
    const [x, up, depth] = this.#turn(point);
    return depth < NEAR ? undefined : this.#flatten(x, up, depth);
  }

  /** Returns the polygon of a side that faces the camera or not, cut off at the camera. */
  outline(side: Side): Projected[] {
    const turned = side.map((point) => this.#turn(point));
    const kept: Point[] = [];
    for (const [index, to] of turned.entries()) {
      const from = turned[(index + turned.length - 1) % turned.length] ?? to;
      if (from[2] < NEAR !== to[2] < NEAR) {
        const share = (NEAR - from[2]) / (to[2] - from[2]);
        kept.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]), NEAR]);
      }
      if (to[2] >= NEAR) kept.push(to);
    }
    return kept.map(([x, up, depth]) => this.#flatten(x, up, depth));
  }

  #turn([x, y, z]: Point): Point {
    const above = y - this.#lens.height;
    return [x, above * this.#cosine + z * this.#sine, z * this.#cosine - above * this.#sine];
  }

  #flatten(x: number, up: number, depth: number): Projected {
    const scale = this.#lens.focal / depth;
    return { x: WIDTH / 2 + x * scale, y: HEIGHT / 2 - up * scale, scale };
  }
}
