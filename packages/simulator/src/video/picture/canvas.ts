import type { Light } from './light.ts';
import { type Point, Projection, type Projected, type Side, type Lens } from './projection.ts';

const round = (value: number): number => Math.round(value * 10) / 10;
const write = (outline: readonly Projected[]): string =>
  outline.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');

export interface Fill {
  readonly colour: string;
  /** Brighter above 1. */
  readonly factor?: number;
  readonly opacity?: number;
}

/** Collects the SVG elements of a place, back to front. */
export class Canvas {
  readonly projection: Projection;
  readonly light: Light;
  readonly #parts: string[] = [];

  constructor(lens: Lens, light: Light) {
    this.projection = new Projection(lens);
    this.light = light;
  }

  /** Adds SVG text. */
  add(svg: string): void {
    this.#parts.push(svg);
  }

  /** Adds a flat polygon, seen from either side. */
  polygon(side: Side, fill: Fill): void {
    const outline = this.projection.outline(side);
    if (outline.length > 2) this.add(`<polygon points="${write(outline)}" ${this.paint(fill)}/>`);
  }

  /** Adds a rectangle on the floor: `x` and `z` are ranges in metres. */
  floor(x: readonly [number, number], z: readonly [number, number], fill: Fill, y = 0): void {
    this.polygon(
      [
        [x[0], y, z[0]],
        [x[1], y, z[0]],
        [x[1], y, z[1]],
        [x[0], y, z[1]],
      ],
      fill,
    );
  }

  /** Adds an upright rectangle that faces the camera at the distance `z`. */
  front(x: readonly [number, number], y: readonly [number, number], z: number, fill: Fill): void {
    this.polygon(
      [
        [x[0], y[0], z],
        [x[1], y[0], z],
        [x[1], y[1], z],
        [x[0], y[1], z],
      ],
      fill,
    );
  }

  /** Adds an upright rectangle along the line of sight, at the side `x`. */
  wall(x: number, y: readonly [number, number], z: readonly [number, number], fill: Fill): void {
    this.polygon(
      [
        [x, y[0], z[0]],
        [x, y[0], z[1]],
        [x, y[1], z[1]],
        [x, y[1], z[0]],
      ],
      fill,
    );
  }

  /** Adds a box with the sides that the camera sees. */
  box(
    x: readonly [number, number],
    y: readonly [number, number],
    z: readonly [number, number],
    { colour, factor = 1 }: Fill,
  ): void {
    if (x[0] > 0) this.wall(x[0], y, z, { colour, factor: 0.72 * factor });
    if (x[1] < 0) this.wall(x[1], y, z, { colour, factor: 0.72 * factor });
    this.front(x, y, z[0], { colour, factor: 0.88 * factor });
    const top = this.projection.project([0, y[1], z[0]]);
    const back = this.projection.project([0, y[1], z[1]]);
    if (top && back && back.y < top.y) this.floor(x, z, { colour, factor: 1.08 * factor }, y[1]);
  }

  /** Adds sides of a convex body; those that do not face the camera are left out. */
  body(sides: readonly { readonly side: Side; readonly fill: Fill }[]): void {
    for (const { fill, side } of sides) {
      const outline = this.projection.outline(side);
      if (outline.length > 2 && computeArea(outline) > 0)
        this.add(`<polygon points="${write(outline)}" ${this.paint(fill)}/>`);
    }
  }

  line(from: Point, to: Point, { width, ...fill }: Fill & { readonly width: number }): void {
    const [start, end] = [this.projection.project(from), this.projection.project(to)];
    if (!start || !end) return;
    const colour = this.light.tone(fill.colour, fill.factor);
    const thick = Math.max(0.8, (width * (start.scale + end.scale)) / 2);
    this.add(
      `<line x1="${round(start.x)}" y1="${round(start.y)}" x2="${round(end.x)}" y2="${round(end.y)}" stroke="${colour}" stroke-width="${round(thick)}" stroke-linecap="round"/>`,
    );
  }

  /** Adds a soft shadow or a spot of light on the floor. */
  spot(at: Point, radius: number, colour: string, opacity: number): void {
    const centre = this.projection.project(at);
    const front = this.projection.project([at[0], at[1], at[2] - radius]);
    if (!centre || !front) return;
    this.add(
      `<ellipse cx="${round(centre.x)}" cy="${round(centre.y)}" rx="${round(radius * centre.scale)}" ry="${round(Math.abs(front.y - centre.y))}" fill="${colour}" opacity="${opacity}"/>`,
    );
  }

  paint({ colour, factor = 1, opacity = 1 }: Fill): string {
    const clear = opacity < 1 ? ` opacity="${opacity}"` : '';
    return `fill="${this.light.tone(colour, factor)}"${clear}`;
  }

  toString(): string {
    return this.#parts.join('\n');
  }
}

function computeArea(outline: readonly Projected[]): number {
  let area = 0;
  for (const [index, to] of outline.entries()) {
    const from = outline[(index + outline.length - 1) % outline.length] ?? to;
    area += from.x * to.y - to.x * from.y;
  }
  return area;
}
