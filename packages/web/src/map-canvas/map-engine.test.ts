import { toValue } from '@northlight/rf/map';
import { expect, test } from 'vitest';
import { MapEngine } from './map-engine.ts';
import type { MapChange, MapFrame } from './messages.ts';
import type { MapScene } from './scene.ts';
import { createScene } from './testing/create-scene.ts';

const GRID = { x: 0, y: 0, cellM: 1, columns: 60, rows: 36 };
const SCENE = createScene(1, { grid: GRID, radios: 6, walls: 40 });
const [RADIO] = SCENE.radios;
const [WALL] = SCENE.floors[0]!.walls;

const computeFrame = (engine: MapEngine): MapFrame =>
  engine.computeFrame(1, (bytes) => new ArrayBuffer(bytes))!;

/** Computes a scene without changes. */
function computeScene(scene: MapScene): Uint8Array {
  const engine = new MapEngine();
  engine.apply([{ type: 'scene', scene }]);
  return computeFrame(engine).levels;
}

const withWalls = (walls: MapScene['floors'][number]['walls']): MapScene => ({
  ...SCENE,
  floors: [{ ...SCENE.floors[0]!, walls }],
});

test.each<[string, readonly MapChange[], MapScene]>([
  [
    'a moved radio',
    [{ type: 'radio', id: 'r0', radio: { ...RADIO!, x: 30, y: 12 } }],
    { ...SCENE, radios: SCENE.radios.with(0, { ...RADIO!, x: 30, y: 12 }) },
  ],
  [
    'an added radio',
    [{ type: 'radio', id: 'new', radio: { ...RADIO!, id: 'new', x: 30, y: 12 } }],
    { ...SCENE, radios: [...SCENE.radios, { ...RADIO!, id: 'new', x: 30, y: 12 }] },
  ],
  [
    'a removed radio',
    [{ type: 'radio', id: 'r0', radio: undefined }],
    { ...SCENE, radios: SCENE.radios.slice(1) },
  ],
  [
    'a moved wall',
    [{ type: 'wall', id: 'w0', wall: { ...WALL!, x1: 3, y1: 3, lossDb: 20 } }],
    withWalls(SCENE.floors[0]!.walls.with(0, { ...WALL!, x1: 3, y1: 3, lossDb: 20 })),
  ],
  [
    'a removed wall',
    [{ type: 'wall', id: 'w0', wall: undefined }],
    withWalls(SCENE.floors[0]!.walls.slice(1)),
  ],
  [
    'two walls at a dragged corner, twice',
    [
      { type: 'wall', id: 'w0', wall: { ...WALL!, x1: 3, y1: 3 } },
      { type: 'wall', id: 'w1', wall: { ...WALL!, id: 'w1', x2: 3, y2: 3 } },
      { type: 'wall', id: 'w0', wall: { ...WALL!, x1: 4, y1: 3 } },
      { type: 'wall', id: 'w1', wall: undefined },
    ],
    withWalls(SCENE.floors[0]!.walls.with(0, { ...WALL!, x1: 4, y1: 3 }).toSpliced(1, 1)),
  ],
  [
    'an added wall, then a moved radio, then a moved wall',
    [
      { type: 'wall', id: 'n', wall: { ...WALL!, id: 'n', x1: 1, y1: 9 } },
      { type: 'radio', id: 'r0', radio: { ...RADIO!, x: 30, y: 12 } },
      { type: 'wall', id: 'n', wall: { ...WALL!, id: 'n', x1: 9, y1: 1 } },
    ],
    {
      ...withWalls([...SCENE.floors[0]!.walls, { ...WALL!, id: 'n', x1: 9, y1: 1 }]),
      radios: SCENE.radios.with(0, { ...RADIO!, x: 30, y: 12 }),
    },
  ],
])('%s gives the levels of a new scene', (_title, changes, expected) => {
  const engine = new MapEngine();
  engine.apply([{ type: 'scene', scene: SCENE }, ...changes]);
  expect(computeFrame(engine).levels).toEqual(computeScene(expected));
});

test('has no frame before the first scene, and keeps options that came before it', () => {
  const engine = new MapEngine();
  engine.apply([{ type: 'options', options: { quantity: 'second', target: -70 } }]);
  expect(engine.computeFrame(1, (bytes) => new ArrayBuffer(bytes))).toBeUndefined();
  engine.apply([{ type: 'scene', scene: SCENE }]);
  expect(computeFrame(engine)).toMatchObject({ quantity: 'second', share: { areaM2: 2160 } });
});

test('measures the target in the areas that count', () => {
  const square = (from: number, to: number) => [
    { x: from, y: from },
    { x: to, y: from },
    { x: to, y: to },
    { x: from, y: to },
  ];
  const engine = new MapEngine();
  engine.apply([
    { type: 'scene', scene: SCENE },
    {
      type: 'options',
      options: { quantity: 'signal', target: -60, counted: [square(0, 30)], excluded: [square(0, 10)] },
    },
  ]);
  const { levels, share } = computeFrame(engine);
  const met = [...levels].filter((level, cell) => {
    const [column, row] = [cell % 60, Math.floor(cell / 60)];
    const isCounted = column < 30 && row < 30 && !(column < 10 && row < 10);
    return isCounted && (toValue('signal', level) ?? -200) >= -60;
  });
  expect(share).toMatchObject({ areaM2: 800, metM2: met.length });
});
