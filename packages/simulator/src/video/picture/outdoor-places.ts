import type { Canvas } from './canvas.ts';
import { drawTree } from './figures.ts';
import { hashToFraction } from './hash.ts';
import { type Moment, type Part, placeParkedCars } from './movers.ts';
import { drawFloor, drawSky, type Place } from './place.ts';
import type { Point } from './projection.ts';

const ASPHALT = '#6e7276';
const CONCRETE = '#a9a59c';
const LAWN = '#74904f';
const PAINT = '#e6e4da';

/** Adds an office or hall along the far side, with rows of windows. */
function drawBuilding(
  canvas: Canvas,
  x: readonly [number, number],
  z: number,
  { colour, height, rows }: { readonly colour: string; readonly height: number; readonly rows: number },
  { hour, seed }: Moment,
): void {
  canvas.box(x, [0, height], [z, z + 10], { colour });
  canvas.front(x, [height - 0.5, height], z - 0.05, { colour, factor: 0.7 });
  canvas.front(x, [0, 0.6], z - 0.05, { colour: '#6f6a63' });
  const columns = Math.floor((x[1] - x[0] - 1) / 2.6);
  for (let row = 0; row < rows; row++) {
    const low = 1.1 + (row * (height - 1.4)) / rows;
    for (let column = 0; column < columns; column++) {
      const left = x[0] + 0.9 + column * 2.6;
      const lit = (hour < 7 || hour > 17) && hashToFraction(seed, row, column, 51) < 0.22;
      const glass = lit ? '#f6dfa4' : hashToFraction(seed, row, column, 52) < 0.3 ? '#6f8ba1' : '#56728a';
      canvas.front([left, left + 1.7], [low, low + 1.5], z - 0.06, { colour: '#e9e7e2', factor: 0.9 });
      canvas.front([left + 0.1, left + 1.6], [low + 0.1, low + 1.4], z - 0.07, {
        colour: glass,
        factor: lit ? 1.6 : 1,
      });
      canvas.front([left + 0.8, left + 0.88], [low + 0.1, low + 1.4], z - 0.08, { colour: '#e9e7e2' });
    }
  }
}

function drawHedge(canvas: Canvas, x: readonly [number, number], z: number, seed: number): void {
  canvas.box(x, [0, 1.1], [z, z + 1], { colour: '#4f6f3c' });
  for (let at = x[0], index = 0; at < x[1]; at += 0.5, index++) {
    const top = canvas.projection.project([at, 1.05, z]);
    if (!top) continue;
    const radius = top.scale * (0.3 + 0.2 * hashToFraction(seed, index, 53));
    canvas.add(
      `<circle cx="${top.x.toFixed(1)}" cy="${top.y.toFixed(1)}" r="${radius.toFixed(1)}" ${canvas.paint({ colour: '#56783f', factor: 0.85 + 0.3 * hashToFraction(seed, index, 54) })}/>`,
    );
  }
}

const lampPost = (x: number, z: number): Part => ({
  z,
  draw: (canvas) => {
    canvas.spot([x + 0.1, 0, z], 0.3, '#000', 0.25);
    canvas.line([x, 0, z], [x, 5.2, z], { colour: '#7d8388', width: 0.12 });
    canvas.line([x, 5.2, z], [x + Math.sign(-x) * 1.1, 5.4, z], { colour: '#7d8388', width: 0.09 });
    const lamp = canvas.projection.project([x + Math.sign(-x) * 1.1, 5.35, z]);
    if (!lamp) return;
    const [cx, cy] = [lamp.x.toFixed(1), lamp.y.toFixed(1)];
    canvas.add(
      `<ellipse cx="${cx}" cy="${cy}" rx="${(lamp.scale * 0.35).toFixed(1)}" ry="${(lamp.scale * 0.1).toFixed(1)}" ${canvas.paint({ colour: '#e8e8df' })}/>`,
    );
    if (canvas.light.daylight > 0.4) return;
    canvas.add(
      `<circle cx="${cx}" cy="${cy}" r="${(lamp.scale * 1.5).toFixed(1)}" fill="url(#glow)" opacity="0.8"/>`,
    );
    canvas.spot([x + Math.sign(-x) * 1.1, 0.02, z], 3.2, canvas.light.infraRed ? '#fff' : '#ffe6b0', 0.09);
  },
});

const tree = (at: Point, seed: number, height: number): Part => ({
  z: at[2],
  draw: (canvas) => drawTree(canvas, at, seed, height),
});

const FAR_BAYS = Array.from({ length: 9 }, (_, index) => ({
  at: [-11.2 + 2.8 * index, 0, 19.5] as const,
  turn: 90,
}));
const NEAR_BAYS = Array.from({ length: 3 }, (_, index) => [
  { at: [-7.6 - 0.4 * index, 0, 6.6 + 2.9 * index] as const, turn: 0 },
  { at: [7.6 + 0.4 * index, 0, 6.6 + 2.9 * index] as const, turn: 180 },
]).flat();

export const CAR_PARK: Place = {
  indoors: false,
  lens: { height: 5.2, down: 19, focal: 820 },
  tracks: [
    { kind: 'car', from: [-17, 0, 15.3], to: [17, 0, 15.3], everySeconds: 38, chance: [0.75, 0.06] },
    { kind: 'person', from: [-12, 0, 17.2], to: [12, 0, 16.9], everySeconds: 24, chance: [0.8, 0.04] },
    { kind: 'person', from: [-2, 0, 24], to: [1.5, 0, 4], everySeconds: 31, chance: [0.75, 0.03] },
    { kind: 'car', from: [1.3, 0, 3], to: [1.3, 0, 14], everySeconds: 53, chance: [0.5, 0.03] },
    { kind: 'person', from: [3.6, 0, 13], to: [-4, 0, 9], everySeconds: 17, chance: [0.5, 0.02] },
  ],
  drawBackground: (canvas, moment) => {
    drawSky(canvas);
    drawFloor(canvas, ASPHALT);
    canvas.floor([-80, 80], [23.2, 90], { colour: LAWN });
    canvas.floor([-80, 80], [22.4, 23.4], { colour: CONCRETE }, 0.05);
    drawBuilding(canvas, [-22, 7], 31, { colour: '#c7b299', height: 7.5, rows: 2 }, moment);
    drawBuilding(canvas, [10, 30], 36, { colour: '#9aa7ad', height: 10, rows: 3 }, moment);
    drawHedge(canvas, [-26, 26], 24.5, moment.seed);
    for (let index = 0; index <= 9; index++) {
      const x = -12.6 + 2.8 * index;
      canvas.floor([x - 0.06, x + 0.06], [17.2, 22.2], { colour: PAINT, opacity: 0.85 });
    }
    for (const side of [-1, 1]) {
      for (let index = 0; index <= 3; index++) {
        const z = 5.2 + 2.9 * index;
        const [from, to] = [side * 5, side * 10.5];
        canvas.floor([Math.min(from, to), Math.max(from, to)], [z - 0.06, z + 0.06], {
          colour: PAINT,
          opacity: 0.85,
        });
      }
    }
    for (let z = 4; z < 13; z += 2.4)
      canvas.floor([-0.07, 0.07], [z, z + 1.2], { colour: PAINT, opacity: 0.7 });
    canvas.polygon(
      [
        [1.2, 0, 9],
        [1.5, 0, 9],
        [1.5, 0, 10.2],
        [1.8, 0, 10.2],
        [1.35, 0, 11],
        [0.9, 0, 10.2],
        [1.2, 0, 10.2],
      ],
      { colour: PAINT, opacity: 0.7 },
    );
  },
  listParts: (moment) => [
    ...placeParkedCars([...FAR_BAYS, ...NEAR_BAYS], moment),
    tree([-15.5, 0, 24], moment.seed, 6),
    tree([9, 0, 25.5], moment.seed + 1, 5.5),
    tree([17, 0, 24], moment.seed + 2, 7),
    lampPost(-13, 22.6),
    lampPost(13.2, 22.6),
  ],
};

/** Opening of the barrier, 0 to 1: it opens for a while in each minute of the day. */
function computeBarrier({ at, hour, seed }: Moment): number {
  if (hour < 6 || hour > 21) return 0;
  const second = (at / 1_000 + 60 * hashToFraction(seed, 55)) % 60;
  return Math.max(0, Math.min(1, second / 3, (20 - second) / 3));
}

function drawBarrier(canvas: Canvas, open: number): void {
  const hinge: Point = [2.9, 1, 14.5];
  const angle = (open * 80 * Math.PI) / 180;
  canvas.box([2.7, 3.2], [0, 1.15], [14.4, 14.8], { colour: '#c9742b' });
  for (let piece = 0; piece < 9; piece++) {
    const [from, to] = [piece * 0.64, (piece + 1) * 0.64];
    canvas.line(
      [hinge[0] - from * Math.cos(angle), hinge[1] + from * Math.sin(angle), hinge[2]],
      [hinge[0] - to * Math.cos(angle), hinge[1] + to * Math.sin(angle), hinge[2]],
      { colour: piece % 2 === 0 ? '#c23b32' : '#f1efe8', width: 0.12 },
    );
  }
}

function drawFence(canvas: Canvas, x: readonly [number, number], z: number): void {
  for (let at = x[0]; at <= x[1] + 0.01; at += 0.3)
    canvas.line([at, 0, z], [at, 1.9, z], { colour: '#4b5258', width: 0.025 });
  for (const y of [0.3, 1.7]) canvas.line([x[0], y, z], [x[1], y, z], { colour: '#4b5258', width: 0.06 });
}

export const GATE: Place = {
  indoors: false,
  lens: { height: 4.2, down: 15, focal: 860 },
  tracks: [
    { kind: 'car', from: [-1.4, 0, 34], to: [-1.4, 0, 2.5], everySeconds: 41, chance: [0.8, 0.05] },
    { kind: 'car', from: [1.4, 0, 2.5], to: [1.4, 0, 34], everySeconds: 59, chance: [0.6, 0.04] },
    { kind: 'person', from: [-4.3, 0, 26], to: [-4.3, 0, 5], everySeconds: 29, chance: [0.75, 0.05] },
    { kind: 'person', from: [4.6, 0, 12], to: [-3.4, 0, 11.6], everySeconds: 37, chance: [0.4, 0.03] },
    { kind: 'car', from: [-30, 0, 36], to: [30, 0, 36], everySeconds: 19, chance: [0.9, 0.2] },
  ],
  drawBackground: (canvas, moment) => {
    drawSky(canvas);
    drawFloor(canvas, LAWN);
    drawBuilding(canvas, [-34, -9], 46, { colour: '#b98f72', height: 9, rows: 3 }, moment);
    drawBuilding(canvas, [6, 38], 52, { colour: '#b6b3a8', height: 7, rows: 2 }, moment);
    canvas.floor([-80, 80], [33.5, 39], { colour: ASPHALT });
    canvas.floor([-3.1, 3.1], [-2, 34], { colour: ASPHALT, factor: 0.96 });
    canvas.floor([-5.2, -3.2], [-2, 34], { colour: CONCRETE }, 0.04);
    canvas.floor([3.1, 3.4], [-2, 34], { colour: CONCRETE }, 0.06);
    for (let z = 2; z < 33; z += 2.2) {
      if (Math.abs(z - 14.5) > 2) canvas.floor([-0.06, 0.06], [z, z + 1.2], { colour: PAINT, opacity: 0.8 });
    }
    canvas.floor([-3, -0.2], [13.2, 13.5], { colour: PAINT, opacity: 0.85 });
    canvas.floor([0.2, 3], [15.6, 15.9], { colour: PAINT, opacity: 0.85 });
  },
  listParts: (moment) => [
    {
      z: 16,
      draw: (canvas) => {
        drawFence(canvas, [-18, -5.6], 16);
        drawFence(canvas, [5.9, 18], 16);
        for (const x of [-5.6, 3.6]) {
          canvas.box([x - 0.3, x + 0.3], [0, 2.4], [15.8, 16.4], { colour: '#a4644a' });
          canvas.box([x - 0.38, x + 0.38], [2.4, 2.55], [15.7, 16.5], { colour: '#d7d0c3' });
        }
      },
    },
    { z: 14.5, draw: (canvas) => drawBarrier(canvas, computeBarrier(moment)) },
    {
      z: 13,
      draw: (canvas) => {
        canvas.spot([5.3, 0, 13.6], 1.6, '#000', 0.25);
        canvas.box([4.2, 6.4], [0, 2.5], [12.9, 14.9], { colour: '#d9d6cc' });
        canvas.wall(4.19, [1.1, 2.1], [13.1, 14.7], { colour: '#4a6478' });
        canvas.front([4.4, 6.2], [1.1, 2.1], 12.88, { colour: '#4a6478' });
        canvas.front([4.4, 5.2], [1.1, 2.1], 12.87, { colour: '#6f8ba1' });
        canvas.box([4, 6.6], [2.5, 2.7], [12.7, 15.1], { colour: '#6b4a3a' });
      },
    },
    tree([-9.5, 0, 20], moment.seed, 6.5),
    tree([-13, 0, 13.5], moment.seed + 1, 5),
    tree([10.5, 0, 22], moment.seed + 2, 7),
    tree([9.6, 0, 11], moment.seed + 3, 4.6),
    lampPost(-6.2, 11),
  ],
};

const DOCK_BAYS = [-8, -3.2, 1.6, 6.4];

export const LOADING_YARD: Place = {
  indoors: false,
  lens: { height: 4.6, down: 17, focal: 840 },
  tracks: [
    { kind: 'person', from: [-12, 0, 17.5], to: [12, 0, 17.2], everySeconds: 21, chance: [0.75, 0.06] },
    { kind: 'person', from: [3, 0, 18], to: [-4, 0, 5], everySeconds: 33, chance: [0.6, 0.03] },
    { kind: 'car', from: [-16, 0, 11], to: [16, 0, 11], everySeconds: 47, chance: [0.6, 0.05] },
  ],
  drawBackground: (canvas, { hour, seed }) => {
    drawSky(canvas);
    drawFloor(canvas, '#8b8a85');
    canvas.box([-24, 24], [0, 7], [20, 30], { colour: '#a8b1b6' });
    for (let x = -24; x < 24; x += 1.2) canvas.front([x, x + 0.06], [1.2, 7], 19.96, { colour: '#8d979d' });
    canvas.front([-24, 24], [0, 1.2], 19.95, { colour: '#77756f' });
    canvas.front([-24, 24], [5.9, 7], 19.94, { colour: '#2f5d7c' });
    for (const [index, x] of DOCK_BAYS.entries()) {
      const open =
        hour > 7 && hour < 18 && hashToFraction(seed, index, Math.floor(hour), 56) < 0.5 ? 0.65 : 0;
      canvas.front([x - 0.25, x + 3.25], [0, 4.1], 19.9, { colour: '#2a2f33' });
      canvas.front([x, x + 3], [0, 3.8], 19.88, { colour: '#1d1c1a', factor: 1 });
      canvas.front([x, x + 3], [3.8 * open, 3.8], 19.86, { colour: '#d5d2c8' });
      for (let y = 3.8 * open + 0.4; y < 3.8; y += 0.4)
        canvas.front([x, x + 3], [y, y + 0.04], 19.84, { colour: '#a7a49b' });
      canvas.front([x + 1.2, x + 1.8], [4.4, 5], 19.9, { colour: '#f0c53c' });
      for (const side of [x - 0.1, x + 3.1])
        canvas.floor([side - 0.07, side + 0.07], [12.8, 19.8], { colour: '#e0b93a', opacity: 0.85 });
    }
    canvas.floor([-40, 40], [8.4, 8.6], { colour: PAINT, opacity: 0.7 });
  },
  listParts: (moment) => [
    ...placeParkedCars(
      DOCK_BAYS.map((x) => ({ at: [x + 1.5, 0, 16.6] as const, turn: 90 })),
      moment,
    ),
    lampPost(-13.5, 18.5),
    ...[
      [-10.4, 18.6],
      [10.2, 18.4],
      [11.3, 18.8],
    ].map(([x = 0, z = 0], index): Part => ({
      z,
      draw: (canvas) => {
        canvas.box([x, x + 1], [0, 0.16], [z, z + 0.9], { colour: '#b08a58' });
        canvas.box([x + 0.08, x + 0.92], [0.16, 0.9 + 0.3 * index], [z + 0.05, z + 0.85], {
          colour: '#c9a06a',
        });
      },
    })),
  ],
};
