import type { Canvas, Fill } from './canvas.ts';
import { hashToFraction, pick } from './hash.ts';
import type { Point, Side } from './projection.ts';

const CLOTHES = [
  '#3d5a80',
  '#8d3b3b',
  '#4f6d4a',
  '#c9a24b',
  '#6b5b7b',
  '#d9d4c7',
  '#2f3e46',
  '#b5651d',
] as const;
const TROUSERS = ['#2b2d42', '#4a4e69', '#5c5346', '#1d2b36'] as const;
const SKIN = ['#e8b98f', '#c68863', '#8d5a3b', '#f0cfae'] as const;
const HAIR = ['#2a1c14', '#5a3a22', '#8a6a3f', '#161616', '#9a9a98'] as const;
const PAINT = [
  '#b9bfc6',
  '#26323f',
  '#8c2f2f',
  '#e9e9e6',
  '#3a5f7d',
  '#565b60',
  '#1c1e20',
  '#4c6b57',
] as const;

export interface Person {
  readonly at: Point;
  /** Chooses clothes and height. */
  readonly seed: number;
  /** Position within a step, 0 to 1; undefined for a person who waits. */
  readonly step?: number;
  /** 1 to the right, -1 to the left. */
  readonly heading: number;
}

export function drawPerson(canvas: Canvas, { at, heading, seed, step }: Person): void {
  const foot = canvas.projection.project(at);
  const top = canvas.projection.project([at[0], at[1] + 1.7, at[2]]);
  if (!foot || !top) return;
  const draw = (purpose: number): number => hashToFraction(seed, purpose);
  // The tilt of the camera shortens what is upright.
  const upright = (foot.y - top.y) / (1.7 * foot.scale);
  const tall = 0.92 + 0.14 * draw(1);
  const swing = step === undefined ? 0 : Math.sin(2 * Math.PI * step);
  const tone = (colour: string, factor = 1): string => canvas.light.tone(colour, factor);
  const coat = pick(CLOTHES, draw(2));
  const trousers = pick(TROUSERS, draw(3));
  const [skin, hair] = [tone(pick(SKIN, draw(4))), tone(pick(HAIR, draw(5)))];
  const limb = (x: number, y: number, toX: number, toY: number, width: number, colour: string): string =>
    `<path d="M${x} ${y}Q${(x + toX) / 2 + 3 * heading} ${(y + toY) / 2} ${toX} ${toY}" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" fill="none"/>`;
  const bag =
    draw(6) < 0.35
      ? `<rect x="${-9 * heading - 6}" y="-140" width="13" height="40" rx="5" fill="${tone('#7a4b2a')}"/>`
      : '';
  canvas.spot([at[0] + 0.12, at[1], at[2]], 0.42, '#000', canvas.light.infraRed ? 0.3 : 0.28);
  canvas.add(
    `<g transform="translate(${foot.x.toFixed(1)} ${foot.y.toFixed(1)}) scale(${((foot.scale * tall) / 100).toFixed(4)} ${((foot.scale * tall * upright) / 100).toFixed(4)})">` +
      limb(2, -118, 4 - 20 * swing, -74, 9, tone(coat, 0.7)) +
      limb(2, -84, 3 - 24 * swing, -3, 13, tone(trousers, 0.8)) +
      limb(-2, -84, -3 + 24 * swing, -3, 13, tone(trousers)) +
      `<path d="M${-3 + 24 * swing} -3h${10 * heading}M${3 - 24 * swing} -3h${10 * heading}" stroke="${tone('#1a1a1a')}" stroke-width="8" stroke-linecap="round"/>` +
      bag +
      `<path d="M-14 -138Q-17 -110 -13 -78H13Q17 -110 14 -138Q8 -147 0 -147T-14 -138Z" fill="${tone(coat)}"/>` +
      limb(-3, -136, -6 + 22 * swing, -84, 9, tone(coat, 1.12)) +
      `<circle cx="${-6 + 22 * swing}" cy="-82" r="4.5" fill="${skin}"/>` +
      `<rect x="-4" y="-152" width="8" height="9" fill="${skin}"/>` +
      `<ellipse cx="${heading}" cy="-159" rx="9.5" ry="11.5" fill="${skin}"/>` +
      `<path d="M${-10 * heading} -155Q${-13 * heading} -173 0 -172T${10 * heading} -164Q${2 * heading} -166 ${-3 * heading} -162T${-10 * heading} -155Z" fill="${hair}"/>` +
      '</g>',
  );
}

export interface Car {
  /** Middle of the car on the floor. */
  readonly at: Point;
  /** Direction of the front in degrees: 0 to the right, 90 away from the camera. */
  readonly turn: number;
  readonly seed: number;
  readonly van?: boolean;
  /** True if the lamps are on. */
  readonly lamps?: boolean;
}

/** Outlines from the rear to the front (m along the car, m of height), and half of the width. */
const SHAPES = {
  car: {
    half: 0.9,
    base: [
      [-2.15, 0.3],
      [2.15, 0.3],
      [2.2, 0.62],
      [1.2, 0.88],
      [-2.05, 0.92],
      [-2.2, 0.6],
    ],
    cabin: [
      [-1.95, 0.9],
      [1.15, 0.88],
      [0.45, 1.42],
      [-1.35, 1.44],
    ],
  },
  van: {
    half: 1,
    base: [
      [-2.6, 0.32],
      [2.6, 0.32],
      [2.65, 0.8],
      [2.1, 1.05],
      [-2.6, 1.05],
    ],
    cabin: [
      [-2.6, 1.05],
      [2.1, 1.05],
      [1.45, 2.15],
      [-2.6, 2.2],
    ],
  },
} as const;

export function drawCar(canvas: Canvas, { at, lamps = false, seed, turn, van = false }: Car): void {
  const { base, cabin, half } = SHAPES[van ? 'van' : 'car'];
  const angle = (turn * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const place = (along: number, height: number, across: number): Point => [
    at[0] + along * cosine - across * sine,
    at[1] + height,
    at[2] + along * sine + across * cosine,
  ];
  const colour = van
    ? pick(['#e4e4df', '#d8c58a', '#9fb3c2'], hashToFraction(seed, 8))
    : pick(PAINT, hashToFraction(seed, 8));
  const shadow: Side = [place(-2.3, 0, -1.05), place(2.3, 0, -1.05), place(2.4, 0, 1), place(-2.2, 0, 1)];
  canvas.add('<g>');
  canvas.polygon(shadow, { colour: '#0b0c0d', opacity: 0.45 });
  extrude(canvas, base, half, place, (side) => ({ colour, factor: side }));
  extrude(canvas, cabin, half - 0.14, place, (side) => ({ colour, factor: side * (van ? 1 : 0.95) }));
  drawGlass(canvas, cabin, half - 0.13, place, van);
  for (const along of van ? [-1.7, 1.6] : [-1.35, 1.35]) {
    for (const across of [-half, half]) drawWheel(canvas, along, across, place);
  }
  drawLamps(canvas, van ? 2.62 : 2.17, half, place, lamps);
  canvas.add('</g>');
}

type Outline = readonly (readonly [number, number])[];
type Place = (along: number, height: number, across: number) => Point;

/** Adds a body with the given side view: both sides, then the strips between them. */
function extrude(
  canvas: Canvas,
  outline: Outline,
  half: number,
  place: Place,
  fill: (factor: number) => Fill,
): void {
  const strips = outline.map(([along, height], index) => {
    const [nextAlong, nextHeight] = outline[(index + 1) % outline.length] ?? [along, height];
    const flat = Math.abs(nextAlong - along) > Math.abs(nextHeight - height);
    const side: Side = [
      place(along, height, -half),
      place(along, height, half),
      place(nextAlong, nextHeight, half),
      place(nextAlong, nextHeight, -half),
    ];
    return { side, fill: fill(flat ? 1.18 : 0.92) };
  });
  const near = outline.map(([along, height]) => place(along, height, -half));
  const far = outline.map(([along, height]) => place(along, height, half)).reverse();
  canvas.body([...strips.map(flip), flipped(near, fill(0.8)), flipped(far, fill(0.8))]);
}

type Painted = { readonly side: Side; readonly fill: Fill };
const flip = ({ fill, side }: Painted): Painted => ({ side: [...side].reverse(), fill });
const flipped = (side: Side, fill: Fill): Painted => flip({ side, fill });

function drawGlass(canvas: Canvas, cabin: Outline, half: number, place: Place, van: boolean): void {
  const [rear, front, roofFront, roofRear] = cabin;
  if (!rear || !front || !roofFront || !roofRear) return;
  const glass: Fill = { colour: '#1b2731' };
  const mix = (from: readonly [number, number], to: readonly [number, number], share: number) =>
    [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])] as const;
  const panes: Outline[] = van
    ? [[mix(front, roofFront, 0.1), mix(front, roofFront, 0.85), [0.7, 1.95], [0.7, 1.15]]]
    : [
        [mix(front, rear, 0.1), mix(roofFront, roofRear, 0.06), [-0.38, 1.37], [-0.38, 0.94]],
        [[-0.46, 0.94], [-0.46, 1.37], mix(roofRear, roofFront, 0.06), mix(rear, front, 0.1)],
      ];
  const sides = panes.flatMap((pane) => {
    const near = pane.map(([along, height]) => place(along, height, -half));
    const far = pane.map(([along, height]) => place(along, height, half));
    return [flipped(near, glass), { side: far, fill: glass }];
  });
  const strip = (low: readonly [number, number], high: readonly [number, number]): Side => {
    const [from, to] = [mix(low, high, 0.12), mix(low, high, 0.92)];
    const inner = half - 0.12;
    return [place(...from, -inner), place(...from, inner), place(...to, inner), place(...to, -inner)];
  };
  canvas.body([
    ...sides,
    flipped(strip(front, roofFront), { ...glass, factor: 1.5 }),
    ...(van ? [] : [{ side: strip(rear, roofRear), fill: { ...glass, factor: 1.2 } }]),
  ]);
}

function drawWheel(canvas: Canvas, along: number, across: number, place: Place): void {
  const circle = (radius: number, out: number): Side =>
    Array.from({ length: 14 }, (_, index) => {
      const angle = (-2 * Math.PI * index) / 14;
      return place(along + radius * Math.cos(angle), 0.33 + radius * Math.sin(angle), across * out);
    });
  const turned = (side: Side): Side => (across < 0 ? side : [...side].reverse());
  canvas.body([
    { side: turned(circle(0.33, 1.01)), fill: { colour: '#15171a' } },
    { side: turned(circle(0.19, 1.02)), fill: { colour: '#8d949b' } },
  ]);
}

function drawLamps(canvas: Canvas, reach: number, half: number, place: Place, on: boolean): void {
  for (const across of [-half + 0.25, half - 0.25]) {
    for (const [along, colour, glow] of [
      [reach, '#f2f2ea', '#fffbe6'],
      [-reach - 0.02, '#a02020', '#ff5a4a'],
    ] as const) {
      const facing = along > 0 ? 1 : -1;
      const side: Side = [
        place(along, 0.58, across - 0.18 * facing),
        place(along, 0.58, across + 0.18 * facing),
        place(along, 0.72, across + 0.18 * facing),
        place(along, 0.72, across - 0.18 * facing),
      ];
      const outline = canvas.projection.outline(side);
      if (outline.length < 4) continue;
      canvas.body([flipped(side, { colour })]);
      const centre = canvas.projection.project(place(along, 0.65, across));
      const ahead = canvas.projection.project(place(along + 0.2 * facing, 0.65, across));
      if (!on || !centre || !ahead || ahead.scale < centre.scale) continue;
      const fill = canvas.light.infraRed ? '#ffffff' : glow;
      const radius = centre.scale * (facing > 0 ? 0.5 : 0.22);
      canvas.add(
        `<circle cx="${centre.x.toFixed(1)}" cy="${centre.y.toFixed(1)}" r="${radius.toFixed(1)}" fill="url(#glow)" opacity="0.9"/>` +
          `<circle cx="${centre.x.toFixed(1)}" cy="${centre.y.toFixed(1)}" r="${(radius / 4).toFixed(1)}" fill="${fill}"/>`,
      );
    }
  }
}

/** Adds a tree as a trunk and a crown of leaves. */
export function drawTree(canvas: Canvas, at: Point, seed: number, height = 5): void {
  const foot = canvas.projection.project(at);
  const top = canvas.projection.project([at[0], at[1] + height, at[2]]);
  if (!foot || !top) return;
  const size = foot.y - top.y;
  const tone = (colour: string, factor = 1): string => canvas.light.tone(colour, factor);
  canvas.spot([at[0] + 0.5, at[1], at[2]], height * 0.28, '#000', 0.2);
  canvas.add(
    `<path d="M${foot.x - size * 0.03} ${foot.y}L${foot.x - size * 0.015} ${foot.y - size * 0.5}H${foot.x + size * 0.015}L${foot.x + size * 0.03} ${foot.y}Z" fill="${tone('#5b4636')}"/>`,
  );
  const leaves = Array.from({ length: 16 }, (_, index) => {
    const angle = 2 * Math.PI * hashToFraction(seed, index, 21);
    const reach = Math.sqrt(hashToFraction(seed, index, 22));
    const [x, y] = [
      foot.x + 0.22 * size * reach * Math.cos(angle),
      top.y + size * (0.36 + 0.24 * reach * Math.sin(angle)),
    ];
    const factor = 1.15 - (y - top.y) / size / 1.6 + 0.12 * hashToFraction(seed, index, 23);
    return {
      y,
      svg: `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(size * (0.1 + 0.06 * hashToFraction(seed, index, 24))).toFixed(1)}" fill="${tone('#5d7f45', factor)}"/>`,
    };
  });
  for (const { svg } of leaves.toSorted((a, b) => b.y - a.y)) canvas.add(svg);
}
