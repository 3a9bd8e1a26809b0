import type { Canvas } from './canvas.ts';
import { hashToFraction } from './hash.ts';
import type { Moment, Part } from './movers.ts';
import { drawPerson } from './figures.ts';
import type { Place } from './place.ts';
import { HEIGHT, WIDTH } from './projection.ts';

/** Adds a lamp in the ceiling, bright when it is on. */
function drawCeilingLamp(
  canvas: Canvas,
  x: readonly [number, number],
  z: readonly [number, number],
  y: number,
): void {
  const on = !canvas.light.infraRed;
  canvas.floor(x, z, { colour: on ? '#ffffff' : '#b9b9b4', factor: on ? 1.8 : 0.8 }, y);
}

function drawPlant(canvas: Canvas, x: number, z: number, seed: number): void {
  canvas.spot([x, 0, z], 0.35, '#000', 0.22);
  canvas.box([x - 0.2, x + 0.2], [0, 0.45], [z - 0.2, z + 0.2], { colour: '#d8d2c6' });
  const root = canvas.projection.project([x, 0.45, z]);
  if (!root) return;
  for (let leaf = 0; leaf < 11; leaf++) {
    const lean = (leaf - 5) / 5 + 0.2 * (hashToFraction(seed, leaf, 61) - 0.5);
    const tall = root.scale * (0.95 - 0.45 * lean * lean);
    const [dx, dy] = [lean * root.scale * 0.55, -tall];
    canvas.add(
      `<path d="M${root.x.toFixed(1)} ${root.y.toFixed(1)}q${(dx * 0.1).toFixed(1)} ${(dy * 0.8).toFixed(1)} ${dx.toFixed(1)} ${dy.toFixed(1)}q${(-dx * 0.25 + 5).toFixed(1)} ${(-dy * 0.45).toFixed(1)} ${(-dx).toFixed(1)} ${(-dy).toFixed(1)}z" ${canvas.paint({ colour: '#4f7a45', factor: 0.75 + 0.5 * hashToFraction(seed, leaf, 62) })}/>`,
    );
  }
}

/** Adds one entrance of a room at a wall of the corridor. */
function drawEntrance(canvas: Canvas, x: number, z: number): void {
  canvas.wall(x, [0, 2.15], [z - 0.08, z + 1.03], { colour: '#d5cfc4', factor: 0.8 });
  canvas.wall(x * 0.995, [0, 2.06], [z, z + 0.95], { colour: '#8a6a4a' });
  canvas.wall(x * 0.993, [0.2, 0.95], [z + 0.15, z + 0.8], { colour: '#7d5f42' });
  canvas.wall(x * 0.993, [1.1, 1.9], [z + 0.15, z + 0.8], { colour: '#7d5f42' });
  canvas.wall(x * 0.99, [1, 1.06], [z + 0.05, z + 0.18], { colour: '#cfcfca' });
  canvas.wall(x * 0.995, [1.55, 1.75], [z + 1.12, z + 1.36], { colour: '#e6e3da' });
}

const HALF = 1.35;
const CEILING = 2.75;
const END = 21;

export const CORRIDOR: Place = {
  indoors: true,
  lens: { height: 2.55, down: 14, focal: 760 },
  tracks: [
    { kind: 'person', from: [-0.5, 0, 20], to: [-0.4, 0, 1.2], everySeconds: 31, chance: [0.8, 0.06] },
    { kind: 'person', from: [0.6, 0, 18], to: [0.5, 0, 1.4], everySeconds: 43, chance: [0.6, 0.03] },
    { kind: 'person', from: [-1.3, 0, 12.4], to: [1.3, 0, 9.2], everySeconds: 13, chance: [0.4, 0.01] },
  ],
  drawBackground: (canvas, { seed }) => {
    canvas.add(`<rect width="${WIDTH}" height="${HEIGHT}" ${canvas.paint({ colour: '#dad5ca' })}/>`);
    canvas.floor([-HALF, HALF], [0, END], { colour: '#efeee9', factor: 1 }, CEILING);
    canvas.floor([-HALF, HALF], [0, END], { colour: '#77808a' });
    for (let z = 1; z < END; z += 1.2) canvas.floor([-HALF, HALF], [z, z + 0.02], { colour: '#6a727b' });
    canvas.floor([-0.85, 0.85], [0, END], { colour: '#5d6d80' }, 0.005);
    for (const x of [-0.85, 0.82]) canvas.floor([x, x + 0.03], [0, END], { colour: '#c4b27a' }, 0.01);
    canvas.wall(-HALF, [0, CEILING], [0, END], { colour: '#d9d3c6', factor: 0.94 });
    canvas.wall(HALF, [0, CEILING], [0, END], { colour: '#d9d3c6', factor: 1.02 });
    for (const x of [-HALF, HALF]) {
      canvas.wall(x * 0.998, [0, 0.95], [0, END], { colour: '#b7c0bd', factor: x < 0 ? 0.92 : 1 });
      canvas.wall(x * 0.996, [0, 0.12], [0, END], { colour: '#5f564c' });
      canvas.wall(x * 0.996, [0.93, 1], [0, END], { colour: '#8f7a5c' });
      for (let z = x < 0 ? 2.4 : 3.9; z < END - 1.5; z += 3.4) drawEntrance(canvas, x, z);
    }
    canvas.front([-HALF, HALF], [0, CEILING], END, { colour: '#cfc8ba' });
    canvas.front([-0.7, 0.7], [0.9, 2.2], END - 0.02, {
      colour: canvas.light.infraRed ? '#3b3f42' : '#cfe4f2',
      factor: 0.5 + canvas.light.daylight,
    });
    canvas.front([-0.03, 0.03], [0.9, 2.2], END - 0.04, { colour: '#f3f1ea' });
    for (let z = 1.4; z < END; z += 2.6) {
      drawCeilingLamp(canvas, [-0.3, 0.3], [z, z + 1.1], CEILING - 0.01);
      canvas.spot([0, 0.012, z + 0.5], 0.5, '#fff', canvas.light.infraRed ? 0.02 : 0.1);
    }
    canvas.front([-0.45, 0.45], [2.36, 2.62], 13.9, { colour: '#1f8f4d', factor: 1.25 });
    canvas.polygon(
      [
        [-0.3, 2.49, 13.88],
        [0, 2.58, 13.88],
        [0, 2.52, 13.88],
        [0.3, 2.52, 13.88],
        [0.3, 2.46, 13.88],
        [0, 2.46, 13.88],
        [0, 2.4, 13.88],
      ],
      { colour: '#ffffff' },
    );
    canvas.wall(HALF * 0.99, [0.95, 1.55], [7.05, 7.3], { colour: '#c7362f' });
    canvas.wall(HALF * 0.985, [1.7, 1.95], [7.02, 7.32], { colour: '#d94a42' });
    for (const z of [5.2, 12]) {
      canvas.wall(-HALF * 0.99, [1.25, 2.05], [z, z + 0.9], { colour: '#f4f2ec' });
      canvas.wall(-HALF * 0.985, [1.33, 1.97], [z + 0.08, z + 0.82], {
        colour: hashToFraction(seed, 63) < 0.5 ? '#7fa3b8' : '#c49a6c',
      });
      canvas.wall(-HALF * 0.983, [1.33, 1.6], [z + 0.08, z + 0.82], { colour: '#5f7d5a' });
    }
  },
  listParts: ({ seed }) => [{ z: 16.2, draw: (canvas) => drawPlant(canvas, 1.05, 16.2, seed) }],
};

/** Adds the street behind the glass front of the lobby. */
function drawStreet(canvas: Canvas, { at, raining, seed }: Moment): void {
  const night = canvas.light.infraRed;
  canvas.front([-9, 9], [0, 4.6], 15, {
    colour: night ? '#15171a' : raining ? '#aab3ba' : '#c4dbea',
    factor: 0.35 + 0.85 * canvas.light.daylight,
  });
  canvas.front([-9, 9], [0.2, 0.95], 14.99, { colour: '#7c8082', factor: 0.9 });
  for (let index = 0; index < 5; index++) {
    const left = -9 + 3.7 * index;
    const height = 2.2 + 1.8 * hashToFraction(seed, index, 64);
    canvas.front([left, left + 2.9], [0.95, height], 14.985, {
      colour: '#a3978a',
      factor: 0.9 + 0.2 * hashToFraction(seed, index, 65),
    });
    for (let y = 1.3; y < height - 0.4; y += 0.7) {
      for (let x = left + 0.3; x < left + 2.5; x += 0.75)
        canvas.front([x, x + 0.4], [y, y + 0.4], 14.98, {
          colour: night && hashToFraction(index, x, y, 66) < 0.4 ? '#ffffff' : '#71889a',
        });
    }
  }
  const passage = Math.floor(at / 9_000);
  if (hashToFraction(seed, passage, 67) < 0.6 * canvas.light.daylight + 0.1) {
    const x = -11 + 22 * ((at / 9_000) % 1);
    canvas.front([x, x + 2.6], [0.45, 1], 14.97, { colour: '#8c2f2f' });
    canvas.front([x + 0.5, x + 2], [1, 1.4], 14.97, { colour: '#26323f' });
  }
}

const sofa = (x: number, z: number): Part => ({
  z,
  draw: (canvas) => {
    canvas.spot([x + 1, 0, z + 0.4], 1.2, '#000', 0.16);
    canvas.box([x, x + 2], [0.1, 0.8], [z + 0.65, z + 0.9], { colour: '#5c7688' });
    canvas.box([x, x + 2], [0.1, 0.42], [z, z + 0.65], { colour: '#6d8799' });
    canvas.front([x + 0.98, x + 1.02], [0.12, 0.42], z - 0.01, { colour: '#4c6373' });
    for (const side of [x - 0.2, x + 2])
      canvas.box([side, side + 0.2], [0.05, 0.6], [z, z + 0.9], { colour: '#5c7688' });
  },
});

const counter: Part = {
  z: 8.4,
  draw: (canvas) => {
    canvas.spot([4, 0, 8.8], 1.8, '#000', 0.15);
    canvas.box([2.4, 5.6], [0, 1.05], [8.4, 9.1], { colour: '#a5784f' });
    for (let x = 2.6; x < 5.6; x += 0.4)
      canvas.front([x, x + 0.03], [0.1, 1.05], 8.39, { colour: '#8a6240' });
    canvas.box([2.3, 5.7], [1.05, 1.13], [8.3, 9.2], { colour: '#ece8df' });
    canvas.front([4.4, 5.1], [1.16, 1.6], 8.7, { colour: '#23282c' });
    canvas.front([2.7, 2.95], [1.13, 1.45], 8.5, { colour: '#7fb08a' });
  },
};

export const LOBBY: Place = {
  indoors: true,
  lens: { height: 3.6, down: 17, focal: 700 },
  tracks: [
    { kind: 'person', from: [-0.4, 0, 14.4], to: [2.8, 0, 7.4], everySeconds: 23, chance: [0.8, 0.03] },
    { kind: 'person', from: [0.5, 0, 14.4], to: [-3.5, 0, 2.6], everySeconds: 29, chance: [0.8, 0.03] },
    { kind: 'person', from: [6.5, 0, 5], to: [-6.5, 0, 4.4], everySeconds: 37, chance: [0.6, 0.02] },
    { kind: 'person', from: [-5.8, 0, 12.6], to: [5.8, 0, 12], everySeconds: 41, chance: [0.5, 0.02] },
  ],
  drawBackground: (canvas, moment) => {
    canvas.add(`<rect width="${WIDTH}" height="${HEIGHT}" ${canvas.paint({ colour: '#cdc8bd' })}/>`);
    canvas.floor([-7.5, 7.5], [0, 15], { colour: '#c8c0b2' });
    for (let row = 0; row < 13; row++) {
      for (let column = 0; column < 13; column++) {
        const [x, z] = [-7.8 + 1.2 * column, 0.6 + 1.12 * row];
        if ((row + column) % 2 === 0)
          canvas.floor([x, x + 1.2], [z, Math.min(15, z + 1.12)], { colour: '#b9b0a1' });
      }
    }
    drawStreet(canvas, moment);
    canvas.wall(-7.5, [0, 4.6], [0, 15], { colour: '#e2ddd2', factor: 0.92 });
    canvas.wall(7.5, [0, 4.6], [0, 15], { colour: '#e2ddd2', factor: 0.85 });
    canvas.wall(-7.46, [0, 0.15], [0, 15], { colour: '#5d564d' });
    canvas.wall(7.46, [0, 0.15], [0, 15], { colour: '#5d564d' });
    canvas.floor([-7.5, 7.5], [0, 15], { colour: '#f0eee8' }, 4.6);
    for (let x = -7.5; x <= 7.6; x += 1.875)
      canvas.front([x - 0.05, x + 0.05], [0, 4.6], 14.9, { colour: '#4a5157' });
    for (const y of [0.05, 2.5, 4.5]) canvas.front([-7.5, 7.5], [y, y + 0.1], 14.9, { colour: '#4a5157' });
    canvas.front([-0.95, 0.95], [0, 2.5], 14.88, { colour: '#9dbccf', factor: 1, opacity: 0.25 });
    canvas.floor([-1.3, 1.3], [12.6, 14.6], { colour: '#4b4742' }, 0.01);
    for (let x = -6.8; x < 7; x += 1.875)
      canvas.polygon(
        [
          [x, 0.01, 14.8],
          [x + 1.5, 0.01, 14.8],
          [x + 0.8, 0.01, 10.5],
          [x - 0.9, 0.01, 10.5],
        ],
        { colour: '#ffffff', opacity: 0.16 * canvas.light.daylight },
      );
    for (const x of [-4.4, 0, 4.4]) {
      for (const z of [7, 10.4, 13.2]) drawCeilingLamp(canvas, [x - 0.5, x + 0.5], [z, z + 0.7], 4.59);
    }
    canvas.wall(7.44, [1.2, 2.9], [9.2, 11.6], { colour: '#34586d' });
    canvas.wall(-7.44, [1.1, 2.6], [6.5, 8.4], { colour: '#f4f1ea' });
    canvas.wall(-7.42, [1.25, 2.45], [6.65, 8.25], { colour: '#c98f5a' });
    canvas.wall(-7.42, [1.25, 1.8], [6.65, 8.25], { colour: '#6f8f78' });
  },
  listParts: (moment) => [
    counter,
    ...(moment.hour > 7 && moment.hour < 19
      ? [
          {
            z: 9.5,
            draw: (canvas: Canvas) =>
              drawPerson(canvas, { at: [3.7, 0, 9.5], seed: moment.seed + 9, heading: -1 }),
          },
        ]
      : []),
    sofa(-6.2, 9.6),
    sofa(-6.2, 5.9),
    { z: 8, draw: (canvas) => canvas.box([-5.8, -4.6], [0.28, 0.36], [7.5, 8.3], { colour: '#8a6240' }) },
    { z: 13.9, draw: (canvas) => drawPlant(canvas, -6.9, 13.9, moment.seed) },
    { z: 13.8, draw: (canvas) => drawPlant(canvas, 6.8, 13.8, moment.seed + 1) },
    { z: 5.2, draw: (canvas) => drawPlant(canvas, 6.3, 6.6, moment.seed + 2) },
  ],
};
